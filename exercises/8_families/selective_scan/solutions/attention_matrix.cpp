#include "exercises/given.hpp"

Tensor selective_scan(const Tensor& x, const Tensor& delta, const Tensor& a, const Tensor& b, const Tensor& c,
                      const Tensor& skip) {
  Tensor h({a.dim(0), a.dim(1)});
  Tensor y({x.dim(0), x.dim(1)});
  for (int t = 0; t < x.dim(0); ++t) {
    for (int n = 0; n < a.dim(1); ++n) {
      for (int d = 0; d < x.dim(1); ++d) {
        const double kept = std::exp(a(d, n) * delta(t, d)) * h(d, n);
        h(d, n) = kept + b(t, n) * delta(t, d) * x(t, d);
        y(t, d) += h(d, n) * c(t, n);
      }
    }
    for (int d = 0; d < x.dim(1); ++d) y(t, d) += x(t, d) * skip(d);
  }
  return y;
}

// As attention: a table of weights (T, T) for each channel, times x.
Tensor unrolled(const Tensor& x, const Tensor& delta, const Tensor& a, const Tensor& b, const Tensor& c,
                const Tensor& skip) {
  const int length = x.dim(0);
  Tensor y({length, x.dim(1)});
  for (int d = 0; d < x.dim(1); ++d) {
    std::vector<double> clock(1, 0.0);
    for (int t = 0; t < length; ++t) clock.push_back(clock.back() + delta(t, d));
    Tensor weights({length, length}), column({length, 1});
    for (int t = 0; t < length; ++t) {
      column(t, 0) = x(t, d);
      for (int s = 0; s <= t; ++s) {
        for (int n = 0; n < a.dim(1); ++n)
          weights(t, s) += c(t, n) * b(s, n) * std::exp(a(d, n) * (clock[t + 1] - clock[s + 1]));
        weights(t, s) *= delta(s, d);
      }
      weights(t, t) += skip(d);
    }
    const Tensor mixed = matmul(weights, column);
    for (int t = 0; t < length; ++t) y(t, d) = mixed(t, 0);
  }
  return y;
}
