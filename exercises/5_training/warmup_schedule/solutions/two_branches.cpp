// Up in a straight line to the peak, then down with 1/√step.
#include "exercises/learn.hpp"

double peak(int d_model, int warmup, double factor) {
  return factor / (std::sqrt(d_model) * std::sqrt(warmup));
}

double learning_rate(int step, int d_model, int warmup, double factor) {
  const double highest = peak(d_model, warmup, factor);
  return step < warmup ? highest * step / warmup : highest * std::sqrt(double(warmup) / step);
}

Tensor schedule(int count, int d_model, int warmup, double factor) {
  std::vector<double> rates;
  while (int(rates.size()) < count)
    rates.push_back(learning_rate(int(rates.size()) + 1, d_model, warmup, factor));
  return Tensor::of({count}, rates);
}
