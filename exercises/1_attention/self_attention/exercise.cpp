#include "exercises/learn.hpp"

/// Self-attention: query, key and value are three views of the same tokens.
///     Q = x W_q,  K = x W_k,  V = x W_v,  output = softmax(Q Kᵀ / √d_k) V
/// x (B, T, C); w_query, w_key (C, Dk); w_value (C, Dv) -> (B, T, Dv). Each sequence is treated by itself.
///
/// These are Variables: compose heed's ops (heed::matmul, heed::transpose, heed::softmax, + - * /), and the
/// gradients come by themselves, as long as everything stays a Variable.
Variable self_attention(const Variable& x, const Variable& w_query, const Variable& w_key,
                        const Variable& w_value) {
  //~ stub
  // x.dim(-1) is C; heed::matmul(x, w) works for (B, T, C) x (C, D); heed::transpose exchanges the last two
  // axes.
  return not_written("self_attention");
  //~ solution
  // (B, T, Dk), (B, T, Dk) and (B, T, Dv)
  const Variable query = heed::matmul(x, w_query);
  const Variable key = heed::matmul(x, w_key);
  const Variable value = heed::matmul(x, w_value);
  //~ wrong roles_swapped: w_query => w_key | key = heed::matmul(x, w_key => key = heed::matmul(x, w_query
  //~ wrong query_weight_for_keys M07: w_key => w_query
  //~ wrong key_weight_for_queries M07: w_query => w_key
  //~ wrong one_weight_for_all M07: w_key => w_query | w_value => w_query
  //~ wrong key_weight_for_values M07: w_value => w_key
  //~ wrong no_query_and_key_projection: heed::matmul(x, w_query) => x | heed::matmul(x, w_key) => x
  //~ wrong no_value_projection: heed::matmul(x, w_value) => x
  //~ wrong query_cut M08: w_query) => w_query).detach()
  //~ wrong key_cut M08: w_key) => w_key).detach()
  //~ wrong value_cut M08: w_value) => w_value).detach()
  //~ wrong input_cut M08: x, w_query => x.detach(), w_query | x, w_key => x.detach(), w_key | x, w_value => x.detach(), w_value
  //~ wrong weight_matrices_cut M08: w_query => w_query.detach() | w_key => w_key.detach() | w_value => w_value.detach()
  //~ end
  //~ solution
  const Variable scores = heed::matmul(query, heed::transpose(key)) / std::sqrt(double(query.dim(-1)));
  //~ wrong no_scale M06: / std::sqrt(double(query.dim(-1))) =>
  //~ wrong root_of_d_model M06: query.dim => x.dim
  //~ wrong scaled_twice M06: std::sqrt(double(query.dim(-1))) => double(query.dim(-1))
  //~ wrong multiplied M06: / std => * std
  //~ wrong no_query_and_key_projection: query.dim => w_query.dim
  //~ end
  //~ solution
  return heed::matmul(heed::softmax(scores), value);
  //~ wrong over_queries M05: scores => scores, -2
  //~ wrong no_softmax: heed::softmax(scores) => scores
  //~ wrong weights_cut M08: softmax(scores) => softmax(scores).detach()
  //~ wrong output_cut M08: value) => value).detach()
  //~ wrong causal
  heed::Array later({x.dim(1), x.dim(1)});
  for (int n = 0; n < later.size(); ++n) later.mutable_data()[n] = n % x.dim(1) > n / x.dim(1);
  return heed::matmul(heed::softmax(heed::masked_fill(scores, later, -1e9)), value);
  //~ end
}
