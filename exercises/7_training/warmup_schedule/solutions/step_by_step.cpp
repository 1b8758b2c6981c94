// Each rate from the one before: the first is added until the warm-up is over, then √(s / (s + 1)) left of
// it.
#include "exercises/learn.hpp"

static double next(double rate, int step, int warmup, double first) {
  return step < warmup ? rate + first : rate * std::sqrt(double(step) / (step + 1));
}

double peak(int d_model, int warmup, double factor) { return factor * std::sqrt(1.0 / d_model / warmup); }

double learning_rate(int step, int d_model, int warmup, double factor) {
  const double first = peak(d_model, warmup, factor) / warmup;
  double rate = first;
  for (int s = 1; s < step; ++s) rate = next(rate, s, warmup, first);
  return rate;
}

Tensor schedule(int count, int d_model, int warmup, double factor) {
  Tensor rates({count});
  const double first = peak(d_model, warmup, factor) / warmup;
  for (int s = 1; s <= count; ++s) rates(s - 1) = s == 1 ? first : next(rates(s - 2), s - 1, warmup, first);
  return rates;
}
