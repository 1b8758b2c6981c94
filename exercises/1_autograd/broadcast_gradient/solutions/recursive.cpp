// Recursion over the axes, from the left; sums in long double.
#include "exercises/learn.hpp"

namespace {

struct Sum {
  const Tensor& grad;
  const std::vector<int>& shape;
  std::vector<long double> total;

  void add(int axis, int from, int to) {
    if (axis == grad.rank()) {
      total[to] += grad.flat(from);
      return;
    }
    const int own = axis - (grad.rank() - static_cast<int>(shape.size()));
    for (int i = 0; i < grad.dim(axis); ++i) {
      const int next = own < 0 ? 0 : to * shape[own] + (shape[own] == 1 ? 0 : i);
      add(axis + 1, from * grad.dim(axis) + i, next);
    }
  }
};

}  // namespace

Tensor sum_to_shape(const Tensor& grad, const std::vector<int>& shape) {
  Tensor result(shape);
  Sum sum{grad, shape, std::vector<long double>(result.size(), 0)};
  sum.add(0, 0, 0);
  for (int i = 0; i < result.size(); ++i) result.flat(i) = static_cast<double>(sum.total[i]);
  return result;
}
