Tensor softmax(const Tensor& logits) {
  const int rows = logits.dim(0), classes = logits.dim(1);
  Tensor p(logits.shape());
  for (int j = 0; j < classes; ++j) {
    double max = logits(0, j);
    for (int i = 1; i < rows; ++i) max = std::max(max, logits(i, j));
    double sum = 0;
    for (int i = 0; i < rows; ++i) {
      p(i, j) = std::exp(logits(i, j) - max);
      sum += p(i, j);
    }
    for (int i = 0; i < rows; ++i) p(i, j) /= sum;
  }
  return p;
}
