// p_i Σ_j p_j (g_i − g_j): the same number, since Σ p = 1. Log-softmax through softmax: dL/dp = g / p.
#include "exercises/learn.hpp"

Tensor softmax_jacobian(const Tensor& probabilities) {
  const std::vector<double> p = probabilities.values();
  const int n = static_cast<int>(p.size());
  std::vector<double> cells;
  for (int cell = 0; cell < n * n; ++cell) {
    const double pi = p[cell / n], pj = p[cell % n];
    cells.push_back(cell % (n + 1) == 0 ? pi - pi * pi : -pi * pj);
  }
  return Tensor::of({n, n}, cells);
}

Tensor softmax_backward(const Tensor& p, const Tensor& grad) {
  Tensor result(grad.shape());
  for (int n = 0; n < grad.dim(0); ++n) {
    for (int i = 0; i < grad.dim(1); ++i) {
      double sum = 0;
      for (int j = 0; j < grad.dim(1); ++j) sum += p(n, j) * (grad(n, i) - grad(n, j));
      result(n, i) = p(n, i) * sum;
    }
  }
  return result;
}

Tensor log_softmax_backward(const Tensor& log_p, const Tensor& grad) {
  const int classes = grad.dim(1);
  std::vector<double> result;
  for (int start = 0; start < grad.size(); start += classes) {
    const auto begin = grad.values().begin() + start;
    const double total = std::accumulate(begin, begin + classes, 0.0);
    for (int i = start; i < start + classes; ++i)
      result.push_back(grad.flat(i) - total * std::exp(log_p.flat(i)));
  }
  return Tensor::of(grad.shape(), result);
}
