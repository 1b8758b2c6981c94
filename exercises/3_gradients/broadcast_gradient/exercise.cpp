#include "exercises/learn.hpp"

/// Backward of broadcasting: an input of the given shape was stretched to the shape of grad, and grad is the
/// gradient of the stretched copy. Returns the gradient of the input itself, of exactly that shape. Shapes
/// are aligned at the right; an axis was stretched if the input lacks it (leading axes) or has length 1
/// there. grad (2, 3), shape (3) -> (3);  grad (2, 3), shape (2, 1) -> (2, 1);  grad (4, 2, 3), shape (2, 1)
/// -> (2, 1).
Tensor sum_to_shape(const Tensor& grad, const std::vector<int>& shape) {
  //~ stub
  // 1. Which elements of grad belong to copies of the same element of the input?
  // 2. What is the gradient of an input that was used several times?
  // Useful: grad.shape(), grad.dim(axis), grad.rank(), grad.flat(i) (element i, row by row),
  // result.reshape({…}).
  return not_written("sum_to_shape");
  //~ solution
  Tensor result(shape);
  const int lacking = grad.rank() - static_cast<int>(shape.size());
  //~ wrong size_one_axes_only
  std::vector<int> kept = grad.shape();
  std::copy(shape.rbegin(), shape.rend(), kept.rbegin());
  Tensor result(kept);
  const int lacking = grad.rank() - static_cast<int>(kept.size());
  //~ wrong one_leading_axis like size_one_axes_only: kept = grad.shape(); => kept(grad.shape().begin() + (grad.rank() > static_cast<int>(shape.size())), grad.shape().end());
  //~ wrong leading_axes_only like size_one_axes_only: kept = grad.shape(); => kept(grad.shape().end() - std::ptrdiff_t(shape.size()), grad.shape().end()); | std::copy(shape.rbegin(), shape.rend(), kept.rbegin()); =>
  //~ end
  //~ solution
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
  //~ wrong last_copy M10: ) += => ) =
  //~ wrong first_copy M10: 0; cell < grad.size(); ++ => grad.size() - 1; cell >= 0; -- | ) += => ) =
  //~ wrong counts_copies M09: += grad.flat(cell) => += 1
  //~ wrong aligned_left: if (shape[axis - lacking] != 1) => if (axis < int(shape.size()) && shape[axis] != 1) | stride *= shape[axis - lacking] => stride *= axis < int(shape.size()) ? shape[axis] : 1
  //~ wrong aligned_left: axis >= lacking => axis >= 0
  //~ wrong size_one_axes_only, one_leading_axis, leading_axes_only: (shape[axis - lacking] => (kept[axis - lacking] | stride *= shape => stride *= kept
  //~ wrong sums_everything: result.flat(source) => for (int i = 0; i < result.size(); ++i) result.flat(i)
  //~ wrong reads_in_row: cell < grad.size() => cell < result.size() | result.flat(source) += => result.flat(cell) =
  //~ wrong folds_in_row: source) += => cell % result.size()) +=
  //~ wrong folds_blocks: source) += => cell / (grad.size() / result.size())) +=
  //~ end
  //~ solution
  return result;
  //~ wrong average: result; => result * (static_cast<double>(result.size()) / grad.size());
  //~ wrong drops_size_one: return result; => std::vector<int> kept; for (std::size_t axis = 0; axis < shape.size(); ++axis) if (shape[axis] != 1 || grad.dim(lacking + static_cast<int>(axis)) == 1) kept.push_back(shape[axis]); return result.reshape(kept);
  //~ end
}
