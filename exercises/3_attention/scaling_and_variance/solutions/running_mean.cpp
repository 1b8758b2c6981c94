// The variance in one pass, after Welford: each pair moves the mean, and adds what it is away from it.
#include "exercises/learn.hpp"

Tensor scale_scores(const Tensor& scores, int d_k) {
  Tensor scaled = scores;
  const double factor = std::pow(d_k, -0.5);
  for (int n = 0; n < scaled.size(); ++n) scaled.flat(n) *= factor;
  return scaled;
}

double variance_of_products(const Tensor& query, const Tensor& key) {
  double mean = 0, squares = 0;
  for (int n = 0; n < query.dim(0); ++n) {
    double product = 0;
    for (int d = 0; d < key.dim(1); ++d) product = std::fma(query(n, d), key(n, d), product);
    const double before = product - mean;
    mean += before / (n + 1);
    squares += before * (product - mean);
  }
  return squares / query.dim(0);
}
