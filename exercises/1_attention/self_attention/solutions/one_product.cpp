// One product for all three projections, then slices of it.
#include "exercises/learn.hpp"

Variable self_attention(const Variable& x, const Variable& w_query, const Variable& w_key,
                        const Variable& w_value) {
  const auto d_k = w_query.dim(1), d_v = w_value.dim(1);
  const Variable all = heed::matmul(x, heed::concat({w_query, w_key, w_value}, 1));
  const Variable q = heed::slice(all, -1, 0, d_k), k = heed::slice(all, -1, d_k, 2 * d_k),
                 v = heed::slice(all, -1, 2 * d_k, 2 * d_k + d_v);
  return heed::matmul(
      heed::softmax(heed::matmul(q * std::pow(double(d_k), -0.5), heed::transpose(k, 1, 2)), 2), v);
}
