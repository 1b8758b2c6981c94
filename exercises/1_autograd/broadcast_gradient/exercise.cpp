#include "exercises/learn.hpp"

/// Backward of broadcasting: an input of the given shape was stretched to the shape of grad, and grad is the
/// gradient of the stretched copy. Returns the gradient of the input itself, of exactly that shape. Shapes
/// are aligned at the right; an axis was stretched if the input lacks it (leading axes) or has length 1
/// there. grad (2, 3), shape (3) -> (3);  grad (2, 3), shape (2, 1) -> (2, 1);  grad (4, 2, 3), shape (2, 1)
/// -> (2, 1).
Tensor sum_to_shape(const Tensor& grad, const std::vector<int>& shape) {
  //~ stub
  // 1. Which elements of grad belong to copies of one and the same element of the input?
  // 2. What becomes of an input that was used several times?
  // Useful: grad.shape(), grad.dim(axis), grad.rank(), grad.flat(i) (element i, row by row),
  // result.reshape({…}).
  return not_written("sum_to_shape");
  //~ solution
  Tensor result(shape);
  const int lacking = grad.rank() - static_cast<int>(shape.size());
  for (int cell = 0; cell < grad.size(); ++cell) {
    int rest = cell, source = 0, stride = 1;
    for (int axis = grad.rank() - 1; axis >= lacking; --axis) {
      const int index = rest % grad.dim(axis);
      rest /= grad.dim(axis);
      if (shape[axis - lacking] != 1) source += index * stride;
      stride *= shape[axis - lacking];
    }
    result.flat(source) += grad.flat(cell);
  }
  return result;
  //~ wrong last_copy M10: ) += => ) =
  //~ wrong first_copy M10: 0; cell < grad.size(); ++ => grad.size() - 1; cell >= 0; --
  //~ wrong first_copy M10: ) += => ) =
  //~ wrong average: result; => result * (static_cast<double>(result.size()) / grad.size());
  //~ wrong counts_copies M09
  return Tensor::full(shape, static_cast<double>(grad.size()) / Tensor(shape).size());
  //~ wrong aligned_left
  Tensor result(shape);
  for (int cell = 0; cell < grad.size(); ++cell) {
    std::vector<int> index(grad.rank());
    int rest = cell;
    for (int axis = grad.rank() - 1; axis >= 0; --axis) {
      index[axis] = rest % grad.dim(axis);
      rest /= grad.dim(axis);
    }
    int source = 0;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      source = source * shape[axis] + (shape[axis] == 1 ? 0 : index[axis]);
    }
    result.flat(source) += grad.flat(cell);
  }
  return result;
  //~ wrong one_leading_axis
  Tensor result = grad;
  if (result.rank() > static_cast<int>(shape.size())) {
    const int rows = result.dim(0), rest = result.size() / rows;
    Tensor summed(std::vector<int>(grad.shape().begin() + 1, grad.shape().end()));
    for (int row = 0; row < rows; ++row) {
      for (int i = 0; i < rest; ++i) summed.flat(i) += grad.flat(row * rest + i);
    }
    result = summed;
  }
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const int at = result.rank() - static_cast<int>(shape.size()) + static_cast<int>(axis);
    if (shape[axis] != 1 || result.dim(at) == 1) continue;
    int inner = 1;
    for (int i = at + 1; i < result.rank(); ++i) inner *= result.dim(i);
    std::vector<int> smaller = result.shape();
    smaller[at] = 1;
    Tensor summed(smaller);
    for (int i = 0; i < result.size(); ++i) {
      summed.flat(i / (inner * result.dim(at)) * inner + i % inner) += result.flat(i);
    }
    result = summed;
  }
  return result;
  //~ wrong leading_axes_only
  const int lacking = grad.rank() - static_cast<int>(shape.size());
  Tensor result(std::vector<int>(grad.shape().begin() + lacking, grad.shape().end()));
  for (int i = 0; i < grad.size(); ++i) result.flat(i % result.size()) += grad.flat(i);
  return result;
  //~ wrong size_one_axes_only
  const int lacking = grad.rank() - static_cast<int>(shape.size());
  std::vector<int> kept = grad.shape();
  for (std::size_t axis = 0; axis < shape.size(); ++axis) kept[lacking + axis] = shape[axis];
  Tensor result(kept);
  for (int cell = 0; cell < grad.size(); ++cell) {
    int rest = cell, source = 0, stride = 1;
    for (int axis = grad.rank() - 1; axis >= 0; --axis) {
      const int index = rest % grad.dim(axis);
      rest /= grad.dim(axis);
      if (kept[axis] != 1) source += index * stride;
      stride *= kept[axis];
    }
    result.flat(source) += grad.flat(cell);
  }
  return result;
  //~ wrong drops_size_one
  Tensor result(shape);
  const int lacking = grad.rank() - static_cast<int>(shape.size());
  for (int cell = 0; cell < grad.size(); ++cell) {
    int rest = cell, source = 0, stride = 1;
    for (int axis = grad.rank() - 1; axis >= lacking; --axis) {
      const int index = rest % grad.dim(axis);
      rest /= grad.dim(axis);
      if (shape[axis - lacking] != 1) source += index * stride;
      stride *= shape[axis - lacking];
    }
    result.flat(source) += grad.flat(cell);
  }
  std::vector<int> without_ones;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] != 1 || grad.dim(lacking + static_cast<int>(axis)) == 1)
      without_ones.push_back(shape[axis]);
  }
  return result.reshape(without_ones);
  //~ wrong sums_everything
  double total = 0;
  for (int i = 0; i < grad.size(); ++i) total += grad.flat(i);
  return Tensor::full(shape, total);
  //~ wrong reads_in_row like leading_axes_only: const int lacking = grad.rank() - static_cast<int>(shape.size()); =>
  //~ wrong reads_in_row like leading_axes_only: std::vector<int>(grad.shape().begin() + lacking, grad.shape().end()) => shape
  //~ wrong reads_in_row like leading_axes_only: grad.size(); ++i) result.flat(i % result.size()) += => result.size(); ++i) result.flat(i) =
  //~ wrong folds_in_row like reads_in_row: result.size(); ++i) result.flat(i) = => grad.size(); ++i) result.flat(i % result.size()) +=
  //~ wrong folds_blocks
  Tensor result(shape);
  const int copies = grad.size() / result.size();
  for (int i = 0; i < grad.size(); ++i) result.flat(i / copies) += grad.flat(i);
  return result;
  //~ end
}
