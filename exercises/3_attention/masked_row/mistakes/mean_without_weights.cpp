Tensor masked_weights_backward(const Tensor& scores, const Tensor& mask, const Tensor& upstream) {
  const Tensor p = masked_weights(scores, mask);
  Tensor gradient(scores.shape());
  for (int i = 0; i < p.dim(0); ++i) {
    double mean = 0;
    for (int j = 0; j < p.dim(1); ++j) mean += upstream(i, j) / p.dim(1);
    for (int j = 0; j < p.dim(1); ++j) gradient(i, j) = p(i, j) * (upstream(i, j) - mean);
  }
  return gradient;
}
