#include "exercises/given.hpp"

Tensor selective_scan(const Tensor& x, const Tensor& delta, const Tensor& a, const Tensor& b, const Tensor& c,
                      const Tensor& skip) {
  Tensor y({x.dim(0), x.dim(1)});
  for (int d = 0; d < x.dim(1); ++d) {
    std::vector<double> h(static_cast<std::size_t>(a.dim(1)), 0.0);
    for (int t = 0; t < x.dim(0); ++t) {
      const double step = delta(t, d), in = step * x(t, d);
      double sum = skip(d) * x(t, d);
      for (int n = 0; n < a.dim(1); ++n) {
        h[n] *= std::exp(step * a(d, n));
        h[n] += in * b(t, n);
        sum += h[n] * c(t, n);
      }
      y(t, d) = sum;
    }
  }
  return y;
}

Tensor unrolled(const Tensor& x, const Tensor& delta, const Tensor& a, const Tensor& b, const Tensor& c,
                const Tensor& skip) {
  Tensor y({x.dim(0), x.dim(1)});
  for (int d = 0; d < x.dim(1); ++d) {
    for (int n = 0; n < a.dim(1); ++n) {
      for (int s = 0; s < x.dim(0); ++s) {
        double weight = 1;  // what is left of token s
        for (int t = s; t < x.dim(0); ++t) {
          if (t > s) weight *= std::exp(delta(t, d) * a(d, n));
          y(t, d) += c(t, n) * weight * delta(s, d) * x(s, d) * b(s, n);
        }
      }
    }
    for (int t = 0; t < x.dim(0); ++t) y(t, d) += skip(d) * x(t, d);
  }
  return y;
}
