// Everything by index, the leading axes folded into one.
#include "exercises/learn.hpp"

std::pair<Tensor, Tensor> matmul_backward(const Tensor& a, const Tensor& b, const Tensor& grad) {
  const int m = a.dim(-2), k = a.dim(-1), n = b.dim(-1);
  const int batches = a.size() / (m * k);
  Tensor da(a.shape()), db(b.shape());
  for (int batch = 0; batch < batches; ++batch) {
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j < n; ++j) {
        const double g = grad.flat((batch * m + i) * n + j);
        for (int x = 0; x < k; ++x) {
          da.flat((batch * m + i) * k + x) += g * b.flat((batch * k + x) * n + j);
          db.flat((batch * k + x) * n + j) += g * a.flat((batch * m + i) * k + x);
        }
      }
    }
  }
  return {da, db};
}

Tensor shared_weight_backward(const Tensor& x, const Tensor& grad) {
  Tensor dw({x.dim(2), grad.dim(2)});
  for (int b = 0; b < x.dim(0); ++b)
    for (int t = 0; t < x.dim(1); ++t)
      for (int k = 0; k < x.dim(2); ++k)
        for (int n = 0; n < grad.dim(2); ++n) dw(k, n) += x(b, t, k) * grad(b, t, n);
  return dw;
}
