// dA = (B Gᵀ)ᵀ and dB = (Gᵀ A)ᵀ; the shared weight as the sum of the gradients of each sentence.
#include "exercises/learn.hpp"

std::pair<Tensor, Tensor> matmul_backward(const Tensor& a, const Tensor& b, const Tensor& grad) {
  const Tensor flipped = transpose(grad);
  return std::make_pair(transpose(matmul(b, flipped)), transpose(matmul(flipped, a)));
}

Tensor shared_weight_backward(const Tensor& x, const Tensor& grad) {
  const Tensor each = matmul(transpose(x), grad);
  const int size = each.dim(1) * each.dim(2);
  std::vector<double> sum(size, 0.0);
  for (int i = 0; i < each.size(); ++i) sum[i % size] += each.flat(i);
  return Tensor::of({each.dim(1), each.dim(2)}, sum);
}
