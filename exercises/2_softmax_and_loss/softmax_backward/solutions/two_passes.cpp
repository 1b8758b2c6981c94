// First all sums, then all elements; flat indices throughout.
#include "exercises/learn.hpp"

namespace {

std::vector<double> row_sums(const Tensor& t) {
  std::vector<double> sums(t.dim(0), 0);
  for (int i = 0; i < t.size(); ++i) sums[i / t.dim(1)] += t.flat(i);
  return sums;
}

}  // namespace

Tensor softmax_jacobian(const Tensor& p) {
  Tensor jacobian({p.dim(0), p.dim(0)});
  for (int j = 0; j < p.dim(0); ++j) {
    Tensor unit({1, p.dim(0)});
    unit(0, j) = 1;
    for (int i = 0; i < p.dim(0); ++i) jacobian(i, j) = p(i) * (unit(0, i) - p(j));
  }
  return jacobian;
}

Tensor softmax_backward(const Tensor& p, const Tensor& grad) {
  Tensor weighted = p * grad;
  const std::vector<double> sums = row_sums(weighted);
  for (int i = 0; i < weighted.size(); ++i) weighted.flat(i) -= p.flat(i) * sums[i / p.dim(1)];
  return weighted;
}

Tensor log_softmax_backward(const Tensor& log_p, const Tensor& grad) {
  Tensor result = grad;
  const std::vector<double> sums = row_sums(grad);
  for (int i = 0; i < result.size(); ++i) result.flat(i) -= std::exp(log_p.flat(i)) * sums[i / grad.dim(1)];
  return result;
}
