// Without a mean: the variance is half the mean of (s_n − s_m)² over all n and m.
#include "exercises/learn.hpp"

Tensor scale_scores(const Tensor& scores, int d_k) {
  std::vector<double> scaled;
  for (const double score : scores.values()) scaled.push_back(score / std::pow(d_k, 0.5));
  return Tensor::of(scores.shape(), scaled);
}

double variance_of_products(const Tensor& query, const Tensor& key) {
  const Tensor products = query * key;
  std::vector<double> sums(std::size_t(products.dim(0)));
  for (int i = 0; i < products.size(); ++i) sums[i / products.dim(1)] += products.flat(i);
  double squares = 0;
  for (const double one : sums)
    for (const double other : sums) squares += (one - other) * (one - other);
  return squares / (2.0 * double(sums.size() * sums.size()));
}
