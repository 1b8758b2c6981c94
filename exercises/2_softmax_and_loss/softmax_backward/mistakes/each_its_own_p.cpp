Tensor softmax_backward(const Tensor& probabilities, const Tensor& grad) {
  Tensor result(probabilities.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    for (int i = 0; i < result.dim(1); ++i) {
      for (int j = 0; j < result.dim(1); ++j) {
        result(row, i) += grad(row, j) * probabilities(row, j) * (1 - probabilities(row, i));
      }
    }
  }
  return result;
}
