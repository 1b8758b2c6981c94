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
  //~ wrong first_copy M10: 0; cell < grad.size(); ++ => grad.size() - 1; cell >= 0; -- | ) += => ) =
  //~ wrong average: result; => result * (static_cast<double>(result.size()) / grad.size());
  //~ wrong counts_copies M09
  return Tensor::full(shape, static_cast<double>(grad.size()) / Tensor(shape).size());
  //~ wrong aligned_left in mistakes
  //~ wrong one_leading_axis in mistakes
  //~ wrong leading_axes_only
  const int lacking = grad.rank() - static_cast<int>(shape.size());
  Tensor result(std::vector<int>(grad.shape().begin() + lacking, grad.shape().end()));
  for (int i = 0; i < grad.size(); ++i) result.flat(i % result.size()) += grad.flat(i);
  return result;
  //~ wrong size_one_axes_only in mistakes
  //~ wrong drops_size_one: return result; => std::vector<int> kept; for (std::size_t axis = 0; axis < shape.size(); ++axis) if (shape[axis] != 1 || grad.dim(lacking + static_cast<int>(axis)) == 1) kept.push_back(shape[axis]); return result.reshape(kept);
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
