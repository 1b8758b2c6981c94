Tensor masked_weights_backward(const Tensor& scores, const Tensor& mask, const Tensor& upstream) {
  Tensor gradient = given::softmax_backward(masked_weights(scores, mask), upstream);
  for (int i = 0; i < mask.dim(0); ++i) {
    double visible = 0;
    for (int j = 0; j < mask.dim(1); ++j) visible += mask(i, j);
    for (int j = 0; j < mask.dim(1); ++j)
      if (visible == 0) gradient(i, j) = std::numeric_limits<double>::quiet_NaN();
  }
  return gradient;
}
