#include "exercises/given.hpp"

Tensor embedding(const Tensor& table, const std::vector<int>& ids) {
  Tensor result({static_cast<int>(ids.size()), table.dim(1)});
  for (int n = 0; n < result.size(); ++n) result.flat(n) = table(ids[n / table.dim(1)], n % table.dim(1));
  return result;
}

Tensor embedding_backward(int words, const std::vector<int>& ids, const Tensor& grad, int padding) {
  const int width = grad.dim(1);
  std::vector<double> sums(static_cast<std::size_t>(words * width));
  for (int n = 0; n < grad.size(); ++n) {
    if (ids[n / width] != padding) sums[ids[n / width] * width + n % width] += grad.flat(n);
  }
  return Tensor::of({words, width}, sums);
}

Tensor tied_backward(const std::vector<int>& ids, const Tensor& grad_embedded, const Tensor& hidden,
                     const Tensor& grad_logits) {
  Tensor total = matmul(transpose(grad_logits), hidden);
  total += embedding_backward(total.dim(0), ids, grad_embedded, -1);
  return total;
}
