Tensor shared_weight_backward(const Tensor& x, const Tensor& grad) {
  Tensor result({x.dim(2), grad.dim(2)});
  for (int b = 0; b < x.dim(0); ++b) {
    for (int k = 0; k < x.dim(2); ++k) {
      for (int n = 0; n < grad.dim(2); ++n) {
        double sum = 0;
        for (int t = 0; t < x.dim(1); ++t) sum += x(b, t, k) * grad(b, t, n);
        result(k, n) = sum;
      }
    }
  }
  return result;
}
