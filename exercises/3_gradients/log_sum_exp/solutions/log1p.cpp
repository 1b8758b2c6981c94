// Number by number: log(exp(a) + exp(b)) = max + log1p(exp(−|a − b|)).
#include "exercises/learn.hpp"

static double log_add(double a, double b) {
  const double larger = std::max(a, b), smaller = std::min(a, b);
  if (smaller == -std::numeric_limits<double>::infinity()) return larger;
  return larger + std::log1p(std::exp(smaller - larger));
}

Tensor log_sum_exp(const Tensor& x) {
  Tensor result = Tensor::full({x.dim(0)}, -std::numeric_limits<double>::infinity());
  for (int n = 0; n < x.size(); ++n) {
    double& so_far = result(n / x.dim(1));
    so_far = log_add(so_far, x.flat(n));
  }
  return result;
}

Tensor log_sum_exp_backward(const Tensor& x, const Tensor& grad) {
  const Tensor value = log_sum_exp(x);
  Tensor result(x.shape());
  for (int n = 0; n < x.size(); ++n)
    result.flat(n) = std::exp(x.flat(n) - value(n / x.dim(1))) * grad(n / x.dim(1));
  return result;
}
