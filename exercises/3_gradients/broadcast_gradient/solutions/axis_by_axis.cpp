// One axis after the other: sum over it, keep it with length 1; at the end the leading ones are dropped.
#include "exercises/learn.hpp"

namespace {

Tensor sum_over(const Tensor& t, int axis) {
  int before = 1, after = 1;
  for (int a = 0; a < axis; ++a) before *= t.dim(a);
  for (int a = axis + 1; a < t.rank(); ++a) after *= t.dim(a);
  std::vector<int> shape = t.shape();
  shape[axis] = 1;
  Tensor result(shape);
  for (int b = 0; b < before; ++b)
    for (int i = 0; i < t.dim(axis); ++i)
      for (int a = 0; a < after; ++a) result.flat(b * after + a) += t.flat((b * t.dim(axis) + i) * after + a);
  return result;
}

}  // namespace

Tensor sum_to_shape(const Tensor& grad, const std::vector<int>& shape) {
  std::vector<int> full(grad.rank() - shape.size(), 1);
  full.insert(full.end(), shape.begin(), shape.end());
  Tensor result = grad;
  for (int axis = 0; axis < grad.rank(); ++axis) {
    if (full[axis] == 1) result = sum_over(result, axis);
  }
  return result.reshape(shape);
}
