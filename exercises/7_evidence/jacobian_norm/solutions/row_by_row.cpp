// Row by row: |J_i|² = p_i² ((1 − p_i)² + Σ_{j≠i} p_j²); the queries scaled before the product.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

int prediction(int which) { return std::array<int, 5>{2, 1, 1, 1, 2}[static_cast<std::size_t>(which) - 1]; }

double jacobian_norm(const Tensor& p) {
  double norm = 0;
  for (int i = 0; i < p.size(); ++i) {
    double row = 1 - p(i);
    for (int j = 0; j < p.size(); ++j)
      if (j != i) row = std::hypot(row, p(j));
    norm = std::hypot(norm, p(i) * row);
  }
  return norm;
}

double mean_norm(const Tensor& query, const Tensor& key, double scale) {
  const Tensor p = given::softmax(matmul(query * scale, transpose(key)));
  double mean = 0;
  for (int n = 0; n < p.dim(0); ++n) {
    const auto first = p.values().begin() + n * p.dim(1);
    const double norm = jacobian_norm(Tensor::of({p.dim(1)}, std::vector<double>(first, first + p.dim(1))));
    mean += (norm - mean) / (n + 1);
  }
  return mean;
}
