Tensor sum_to_shape(const Tensor& grad, const std::vector<int>& shape) {
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
}
