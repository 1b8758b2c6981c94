Tensor softmax_backward(const Tensor& probabilities, const Tensor& grad) {
  Tensor result(probabilities.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double total = 0, dot = 0;
    for (int i = 0; i < result.dim(1); ++i) total += std::exp(probabilities(row, i));
    for (int i = 0; i < result.dim(1); ++i) dot += std::exp(probabilities(row, i)) / total * grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) {
      result(row, i) = std::exp(probabilities(row, i)) / total * (grad(row, i) - dot);
    }
  }
  return result;
}
