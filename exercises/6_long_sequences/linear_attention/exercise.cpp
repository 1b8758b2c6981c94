#include "exercises/learn.hpp"

//~ solution
/// φ(x) = elu(x) + 1, always positive.
double feature(double x) { return x > 0 ? x + 1 : std::exp(x); }

//~ wrong no_feature_map: x > 0 ? x + 1 : std::exp(x); => x;
//~ wrong elu_without_one like no_feature_map: x; => x > 0 ? x : std::exp(x) - 1;
//~ wrong relu_features like no_feature_map: x; => std::max(x, 0.0);
//~ wrong exp_features like no_feature_map: x; => std::exp(x);
//~ wrong elu_for_all_x like no_feature_map: x; => x > 0 ? x : std::exp(x);
//~ end
//~ wrong scores_of_all_pairs
Tensor of_all_pairs(const Tensor& q, const Tensor& k, const Tensor& v, int ahead) {
  Tensor out({q.dim(0), v.dim(1)});
  for (int i = 0; i < q.dim(0); ++i) {
    double total = 0;
    for (int j = 0; j < k.dim(0) && j <= i + ahead; ++j) {
      double weight = 0;
      for (int c = 0; c < q.dim(1); ++c) weight += feature(q(i, c)) * feature(k(j, c));
      total += weight;
      for (int n = 0; n < v.dim(1); ++n) out(i, n) += weight * v(j, n);
    }
    for (int n = 0; n < v.dim(1); ++n) out(i, n) /= total;
  }
  return out;
}
//~ end
/// Linear attention (Katharopoulos et al. 2020): with φ(x) = elu(x) + 1, element by element,
///   out_i = φ(q_i)ᵀ Σ_j φ(k_j) v_jᵀ  /  φ(q_i)ᵀ Σ_j φ(k_j).
/// elu(x) is x for x > 0 and exp(x) − 1 otherwise. No scale. The sums over j are computed once, for all
/// queries. q (Tq, d), k (Tk, d), v (Tk, dv) -> (Tq, dv).
Tensor linear_attention(const Tensor& q, const Tensor& k, const Tensor& v) {
  //~ stub
  // 1. S = Σ_j φ(k_j) v_jᵀ is (d, dv), z = Σ_j φ(k_j) is (d): neither depends on the query.
  // 2. For each query: φ(q_i)ᵀ S, divided by φ(q_i)ᵀ z.
  return not_written("linear_attention");
  //~ solution
  const int dim = q.dim(1), values = v.dim(1);
  Tensor sums({dim, values}), norm({dim});
  for (int j = 0; j < k.dim(0); ++j)
    for (int c = 0; c < dim; ++c) {
      const double f = feature(k(j, c));
      norm(c) += f;
      for (int n = 0; n < values; ++n) sums(c, n) += f * v(j, n);
    }
  Tensor out({q.dim(0), values});
  //~ wrong softmax_attention: const int dim => return matmul(given::softmax(matmul(q, transpose(k)) / std::sqrt(q.dim(1))), v); const int dim
  //~ wrong scores_of_all_pairs: const int dim => return of_all_pairs(q, k, v, k.dim(0)); const int dim
  //~ end
  //~ solution
  for (int i = 0; i < q.dim(0); ++i) {
    double total = 0;
    for (int c = 0; c < dim; ++c) {
      const double f = feature(q(i, c));
      total += f * norm(c);
      for (int n = 0; n < values; ++n) out(i, n) += f * sums(c, n);
    }
    for (int n = 0; n < values; ++n) out(i, n) /= total;
  }
  //~ wrong no_normaliser: = total; => = 1;
  //~ wrong divided_by_length: = total; => = k.dim(0);
  //~ wrong normaliser_of_queries_only: = total; => = (total = 0, [&] { for (int c = 0; c < dim; ++c) total += feature(q(i, c)); return total; }());
  //~ wrong scaled M06: )); => ) / std::sqrt(dim));
  //~ wrong only_keys_mapped: feature(q(i, c) => q(i, c
  //~ end
  //~ solution
  return out;
  //~ end
}

/// The same, but query i sees only the keys j ≤ i: the sums grow from row to row, and the whole still costs
/// O(T). q, k (T, d), v (T, dv) -> (T, dv).
Tensor causal_linear_attention(const Tensor& q, const Tensor& k, const Tensor& v) {
  //~ stub
  // One pass over the positions. Update the sums, then answer the query, or the other way round?
  return not_written("causal_linear_attention");
  //~ solution
  const int length = q.dim(0), dim = q.dim(1), values = v.dim(1);
  Tensor sums({dim, values}), norm({dim}), out({length, values});
  //~ wrong scores_of_all_pairs: const int length => return of_all_pairs(q, k, v, 0); const int length
  //~ end
  //~ solution
  for (int i = 0; i < length; ++i) {
    for (int c = 0; c < dim; ++c) {
      const double f = feature(k(i, c));
      norm(c) += f;
      for (int n = 0; n < values; ++n) sums(c, n) += f * v(i, n);
    }
    double total = 0;
    for (int c = 0; c < dim; ++c) {
      const double f = feature(q(i, c));
      total += f * norm(c);
      for (int n = 0; n < values; ++n) out(i, n) += f * sums(c, n);
    }
    for (int n = 0; n < values; ++n) out(i, n) /= total;
  }
  //~ wrong without_itself: = feature(k(i, c)) => = i == 0 ? 0 : feature(k(i - 1, c)) | v(i, n) => v(std::max(i - 1, 0), n)
  //~ wrong the_future_only M03: 0; i < length; ++ => length - 1; i >= 0; --
  //~ wrong normaliser_sees_all M03: norm(c) += f; => for (int j = 0; i == 0 && j < length; ++j) norm(c) += feature(k(j, c));
  //~ wrong sums_see_all M03: for (int n = 0; n < values; ++n) sums(c, n) += f * v(i, n); => for (int j = 0; i == 0 && j < length; ++j) for (int n = 0; n < values; ++n) sums(c, n) += feature(k(j, c)) * v(j, n);
  //~ wrong not_causal M03 like sums_see_all: norm(c) += f; => for (int j = 0; i == 0 && j < length; ++j) norm(c) += feature(k(j, c));
  //~ wrong normaliser_forgets: c) += f => c) = f
  //~ wrong forgets_the_past M10: c) += f => c) = f | c, n) += f * => c, n) = f *
  //~ end
  //~ solution
  return out;
  //~ end
}
