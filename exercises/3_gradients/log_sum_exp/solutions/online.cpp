// One pass: the sum is scaled down whenever a larger number comes. Backward normalises once more by itself.
#include "exercises/learn.hpp"

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

int product(const std::vector<int>& shape, int from, int to) {
  return std::accumulate(shape.begin() + from, shape.begin() + to, 1, std::multiplies<int>());
}

}  // namespace

Tensor log_sum_exp(const Tensor& x, int axis) {
  const int before = product(x.shape(), 0, axis), after = product(x.shape(), axis + 1, x.rank());
  std::vector<int> shape(x.shape());
  shape.erase(shape.begin() + axis);
  Tensor result(shape);
  for (int b = 0; b < before; ++b) {
    for (int a = 0; a < after; ++a) {
      double max = -infinity, sum = 0;
      for (int i = 0; i < x.dim(axis); ++i) {
        const double value = x.flat((b * x.dim(axis) + i) * after + a);
        if (value == -infinity) continue;
        if (value > max) {
          sum = sum * std::exp(max - value) + 1;
          max = value;
        } else {
          sum += std::exp(value - max);
        }
      }
      result.flat(b * after + a) = sum > 0 ? max + std::log(sum) : -infinity;
    }
  }
  return result;
}

Tensor log_sum_exp_backward(const Tensor& x, int axis, const Tensor& grad) {
  const int before = product(x.shape(), 0, axis), after = product(x.shape(), axis + 1, x.rank());
  const int length = x.dim(axis);
  Tensor result(x.shape());
  for (int b = 0; b < before; ++b) {
    for (int a = 0; a < after; ++a) {
      std::vector<double> slice(length);
      for (int i = 0; i < length; ++i) slice[i] = x.flat((b * length + i) * after + a);
      const double max = *std::max_element(slice.begin(), slice.end());
      double sum = 0;
      for (double& value : slice) sum += value = std::exp(value - max);
      for (int i = 0; i < length; ++i)
        result.flat((b * length + i) * after + a) = slice[i] / sum * grad.flat(b * after + a);
    }
  }
  return result;
}
