#include "exercises/given.hpp"
#include "exercises/learn.hpp"

int prediction(int which) { return which == 1 || which == 5 ? 2 : 1; }

// Σ_ij p_i² (δ_ij − p_j)² = Σ_i p_i² (1 − 2 p_i) + (Σ_i p_i²)²
double jacobian_norm(const Tensor& p) {
  double squares = 0, sum = 0;
  for (const double x : p.values()) {
    squares += x * x;
    sum += x * x * (1 - 2 * x);
  }
  return std::sqrt(std::max(0.0, sum + squares * squares));
}

double mean_norm(const Tensor& query, const Tensor& key, double scale) {
  double mean = 0;
  for (int n = 0; n < query.dim(0); ++n) {
    Tensor scores({key.dim(0)});
    for (int m = 0; m < key.dim(0); ++m)
      for (int d = 0; d < key.dim(1); ++d) scores(m) += query(n, d) * key(m, d) * scale;
    mean += jacobian_norm(given::softmax(scores)) / query.dim(0);
  }
  return mean;
}
