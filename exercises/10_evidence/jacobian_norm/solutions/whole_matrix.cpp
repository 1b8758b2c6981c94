// The matrix diag(p) − p pᵀ itself; scores by loops.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

int prediction(int which) {
  switch (which) {
    case 1:
    case 5:
      return 2;
    default:
      return 1;
  }
}

double jacobian_norm(const Tensor& p) {
  const int count = p.dim(0);
  const Tensor column = Tensor::of({count, 1}, p.values());
  Tensor jacobian = -1.0 * matmul(column, transpose(column));
  for (int i = 0; i < count; ++i) jacobian(i, i) += p(i);
  return std::sqrt(
      std::inner_product(jacobian.values().begin(), jacobian.values().end(), jacobian.values().begin(), 0.0));
}

double mean_norm(const Tensor& query, const Tensor& key, double scale) {
  std::vector<double> norms;
  for (int n = 0; n < query.dim(0); ++n) {
    std::vector<double> p(static_cast<std::size_t>(key.dim(0)), 0.0);
    for (int m = 0; m < key.dim(0); ++m)
      for (int d = 0; d < key.dim(1); ++d) p[static_cast<std::size_t>(m)] += scale * query(n, d) * key(m, d);
    const double largest = *std::max_element(p.begin(), p.end());
    for (double& v : p) v = std::exp(v - largest);
    const double sum = std::accumulate(p.begin(), p.end(), 0.0);
    for (double& v : p) v /= sum;
    norms.push_back(jacobian_norm(Tensor::of({key.dim(0)}, p)));
  }
  return std::accumulate(norms.begin(), norms.end(), 0.0) / static_cast<double>(norms.size());
}
