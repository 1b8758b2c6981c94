Tensor sum_to_shape(const Tensor& grad, const std::vector<int>& shape) {
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
}
