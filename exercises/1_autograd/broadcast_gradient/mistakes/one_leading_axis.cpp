Tensor sum_to_shape(const Tensor& grad, const std::vector<int>& shape) {
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
}
