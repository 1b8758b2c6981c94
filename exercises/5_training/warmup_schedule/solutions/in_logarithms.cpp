// Powers are products in logarithms: log rate = log factor − ½ log d_model + min(−½ log step, …).
#include "exercises/learn.hpp"

double learning_rate(int step, int d_model, int warmup, double factor) {
  const double at = std::log(step), falling = -at / 2, rising = at - 1.5 * std::log(warmup);
  return factor * std::exp(std::min(falling, rising) - std::log(d_model) / 2);
}

Tensor schedule(int count, int d_model, int warmup, double factor) {
  Tensor rates({count});
  for (int step = count; step >= 1; --step) rates(step - 1) = learning_rate(step, d_model, warmup, factor);
  return rates;
}

double peak(int d_model, int warmup, double factor) { return learning_rate(warmup, d_model, warmup, factor); }
