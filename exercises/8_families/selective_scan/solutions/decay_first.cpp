// Decay and input of a step as vectors first; the unrolled sum from the newest token back, with a running
// decay.
#include "exercises/given.hpp"

Tensor selective_scan(const Tensor& x, const Tensor& delta, const Tensor& a, const Tensor& b, const Tensor& c,
                      const Tensor& skip) {
  const int channels = x.dim(1), states = a.dim(1);
  std::vector<double> h(static_cast<std::size_t>(channels * states), 0.0);
  Tensor y({x.dim(0), channels});
  for (int t = 0; t < x.dim(0); ++t) {
    std::vector<double> decay, input;
    for (int d = 0; d < channels; ++d) {
      for (int n = 0; n < states; ++n) {
        decay.push_back(std::exp(a(d, n) * delta(t, d)));
        input.push_back(x(t, d) * delta(t, d) * b(t, n));
      }
    }
    for (std::size_t k = 0; k < h.size(); ++k) {
      h[k] = decay[k] * h[k] + input[k];
      y(t, static_cast<int>(k) / states) += h[k] * c(t, static_cast<int>(k) % states);
    }
    for (int d = 0; d < channels; ++d) y(t, d) += x(t, d) * skip(d);
  }
  return y;
}

Tensor unrolled(const Tensor& x, const Tensor& delta, const Tensor& a, const Tensor& b, const Tensor& c,
                const Tensor& skip) {
  Tensor y({x.dim(0), x.dim(1)});
  for (int d = 0; d < x.dim(1); ++d) {
    for (int t = 0; t < x.dim(0); ++t) {
      double sum = skip(d) * x(t, d);
      for (int n = 0; n < a.dim(1); ++n) {
        double decay = 1;
        for (int s = t; s >= 0; --s) {
          sum += c(t, n) * decay * delta(s, d) * x(s, d) * b(s, n);
          decay *= std::exp(a(d, n) * delta(s, d));
        }
      }
      y(t, d) = sum;
    }
  }
  return y;
}
