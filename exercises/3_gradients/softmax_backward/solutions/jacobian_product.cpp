// The whole Jacobian for every row, multiplied with the upstream gradient.
#include "exercises/learn.hpp"

Tensor softmax_jacobian(const Tensor& p) {
  const int n = p.size();
  const Tensor column = p.reshape({n, 1}), row = p.reshape({1, n});
  Tensor jacobian = -matmul(column, row);
  for (int i = 0; i < n; ++i) jacobian(i, i) += p(i);
  return jacobian;
}

Tensor softmax_backward(const Tensor& p, const Tensor& grad) {
  const int n = p.dim(1);
  Tensor result(p.shape());
  for (int row = 0; row < p.dim(0); ++row) {
    Tensor one({n}), g({n, 1});
    for (int i = 0; i < n; ++i) one(i) = p(row, i), g(i, 0) = grad(row, i);
    const Tensor product = matmul(transpose(softmax_jacobian(one)), g);
    for (int i = 0; i < n; ++i) result(row, i) = product(i, 0);
  }
  return result;
}

Tensor log_softmax_backward(const Tensor& log_p, const Tensor& grad) {
  Tensor result(grad);
  const int n = grad.dim(1);
  for (int row = 0; row < grad.dim(0); ++row)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) result(row, i) -= std::exp(log_p(row, i)) * grad(row, j);
  return result;
}
