// The softmax over the last axis of (rows, keys), for exercises in which given::softmax is not allowed.
Tensor plain_softmax(const Tensor& x) {
  Tensor p(x.shape());
  for (int i = 0; i < x.dim(0); ++i) {
    double max = -std::numeric_limits<double>::infinity(), sum = 0;
    for (int j = 0; j < x.dim(1); ++j) max = std::max(max, x(i, j));
    for (int j = 0; j < x.dim(1); ++j) sum += p(i, j) = std::exp(x(i, j) - max);
    for (int j = 0; j < x.dim(1); ++j) p(i, j) /= sum;
  }
  return p;
}
