#include "exercises/learn.hpp"

/// The scores of attention before softmax: Q Kᵀ / √d_k.
/// scores = Q Kᵀ (Tq, Tk); d_k: how many numbers a query or a key has -> (Tq, Tk).
Tensor scale_scores(const Tensor& scores, int d_k) {
  //~ stub
  return not_written("scale_scores");
  //~ solution
  return scores / std::sqrt(double(d_k));
  //~ wrong no_scale M06: scores / std::sqrt(double(d_k)) => scores
  //~ wrong scaled_twice M06: std::sqrt(double(d_k) => double(d_k
  //~ wrong multiplied M06: scores / std => scores * std
  //~ wrong multiplied_by_d_k M06: / std::sqrt(double(d_k) => * double(d_k
  //~ wrong square M06: / std::sqrt(double => / (double(d_k) * double
  //~ wrong root_of_keys M06: d_k => scores.dim(1)
  //~ wrong root_of_queries M06: d_k => scores.dim(0)
  //~ wrong integer_division: scores / std::sqrt(double(d_k => scores * std::sqrt(double(1 / d_k
  //~ end
}

/// How far the dot products of N pairs spread. With s_n = q_n · k_n and their mean m = 1/N Σ_n s_n:
/// variance = 1/N Σ_n (s_n − m)².
/// query (N, D), key (N, D): row n of both is pair n -> one number.
double variance_of_products(const Tensor& query, const Tensor& key) {
  //~ stub
  return not_written("variance_of_products");
  //~ solution
  const int pairs = query.dim(0);
  std::vector<double> products(pairs);
  for (int n = 0; n < pairs; ++n)
    for (int d = 0; d < query.dim(1); ++d) products[n] += query(n, d) * key(n, d);
  double mean = 0, variance = 0;
  for (const double s : products) mean += s / pairs;
  for (const double s : products) variance += (s - mean) * (s - mean) / pairs;
  return variance;
  //~ wrong over_n_minus_one M15: ) / pairs; => ) / (pairs - 1);
  //~ wrong mean_over_dimensions: mean += s / pairs => mean += s / query.dim(1)
  //~ wrong mean_not_squared: (s - mean) * (s - mean) => (s * s - mean)
  //~ wrong about_zero: for (const double s : products) mean += s / pairs; =>
  //~ wrong standard_deviation: return variance; => return std::sqrt(variance);
  //~ wrong sum_of_squares: ) / pairs; => );
  //~ wrong all_pairs: pairs = query.dim(0) => pairs = query.dim(0) * key.dim(0) | query(n, d) * key(n, d) => query(n / key.dim(0), d) * key(n % key.dim(0), d)
  //~ wrong single_products: pairs = query.dim(0) => pairs = query.size() | d < query.dim(1); ++d) products[n] += query(n, d) * key(n, d) => d < 1; ++d) products[n] = query.flat(n) * key.flat(n)
  //~ wrong dimensions_apart
  double sum = 0;
  for (int d = 0; d < query.dim(1); ++d) {
    double mean = 0;
    for (int n = 0; n < query.dim(0); ++n) mean += query(n, d) * key(n, d) / query.dim(0);
    for (int n = 0; n < query.dim(0); ++n) sum += std::pow(query(n, d) * key(n, d) - mean, 2) / query.dim(0);
  }
  return sum;
  //~ wrong scaled_first: d); => d) / std::sqrt(double(query.dim(1)));
  //~ end
}
