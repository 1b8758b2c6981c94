std::pair<Tensor, Tensor> matmul_backward(const Tensor& a, const Tensor& b, const Tensor& grad) {
  Tensor grad_a(a.shape()), grad_b(b.shape());
  for (int i = 0; i < a.dim(0); ++i) {
    for (int k = 0; k < a.dim(1); ++k) {
      for (int j = 0; j < b.dim(1); ++j) {
        grad_a(i, k) = grad(i, j) * b(k, j);
        grad_b(k, j) = a(i, k) * grad(i, j);
      }
    }
  }
  return {grad_a, grad_b};
}
