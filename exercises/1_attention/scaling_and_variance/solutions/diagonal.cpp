// The products are the diagonal of Q Kᵀ.
#include "exercises/learn.hpp"

Tensor scale_scores(const Tensor& scores, int d_k) { return scores * (std::sqrt(d_k) / d_k); }

double variance_of_products(const Tensor& query, const Tensor& key) {
  const Tensor all = matmul(query, transpose(key));
  double sum = 0, squares = 0;
  for (int n = 0; n < all.dim(0); ++n) sum += all(n, n);
  for (int n = 0; n < all.dim(0); ++n) squares += std::pow(all(n, n) - sum / all.dim(0), 2);
  return squares / all.dim(0);
}
