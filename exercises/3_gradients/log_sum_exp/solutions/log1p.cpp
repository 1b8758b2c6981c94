// Number by number: log(exp(a) + exp(b)) = max + log1p(exp(−|a − b|)).
#include "exercises/learn.hpp"

namespace {

double log_add(double a, double b) {
  const double larger = std::max(a, b), smaller = std::min(a, b);
  if (smaller == -std::numeric_limits<double>::infinity()) return larger;
  return larger + std::log1p(std::exp(smaller - larger));
}

int result_place(const Tensor& x, int axis, int i) {
  int after = 1;
  for (int a = x.rank() - 1; a > axis; --a) after *= x.dim(a);
  return i / (after * x.dim(axis)) * after + i % after;
}

}  // namespace

Tensor log_sum_exp(const Tensor& x, int axis) {
  std::vector<int> shape;
  for (int a = 0; a < x.rank(); ++a) {
    if (a != axis) shape.push_back(x.dim(a));
  }
  Tensor result = Tensor::full(shape, -std::numeric_limits<double>::infinity());
  for (int i = 0; i < x.size(); ++i) {
    double& so_far = result.flat(result_place(x, axis, i));
    so_far = log_add(so_far, x.flat(i));
  }
  return result;
}

Tensor log_sum_exp_backward(const Tensor& x, int axis, const Tensor& grad) {
  const Tensor value = log_sum_exp(x, axis);
  Tensor result(x.shape());
  for (int i = 0; i < x.size(); ++i) {
    const int place = result_place(x, axis, i);
    result.flat(i) = std::exp(x.flat(i) - value.flat(place)) * grad.flat(place);
  }
  return result;
}
