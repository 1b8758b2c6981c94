Tensor masked_weights_backward(const Tensor& scores, const Tensor& mask, const Tensor& upstream) {
  const Tensor p = masked_weights(scores, mask);
  Tensor gradient = given::softmax_backward(p, upstream);
  for (int i = 0; i < p.dim(0); ++i) {
    double dot = 0;
    for (int j = 0; j < p.dim(1); ++j) dot += p(i, j) * upstream(i, j);
    for (int j = 0; j < p.dim(1); ++j)
      if (mask(i, j) == 0) gradient(i, j) = upstream(i, j) - dot;
  }
  return gradient;
}
