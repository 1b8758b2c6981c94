// Q Kᵀ = x (W_q W_kᵀ) xᵀ: one matrix says how similar two tokens are. The softmax by hand.
#include "exercises/learn.hpp"

using namespace heed;

Variable self_attention(const Variable& x, const Variable& w_query, const Variable& w_key,
                        const Variable& w_value) {
  const Variable similarity = matmul(w_query, transpose(w_key));  // (C, C)
  const Variable scores = matmul(matmul(x, similarity), transpose(x)) / std::sqrt(double(w_query.dim(-1)));
  const Variable e = exp(scores);
  const Variable weights = e / sum(e, {-1}, KeepDims::yes);
  return matmul(matmul(weights, x), w_value);  // the value's projection may as well come last
}
