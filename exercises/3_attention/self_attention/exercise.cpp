#include "exercises/learn.hpp"

/// Self-attention: query, key and value are three views of the same tokens.
///     Q = x W_q,  K = x W_k,  V = x W_v,  output = softmax(Q Kᵀ / √d_k) V
/// x (B, T, C); w_query, w_key (C, Dk); w_value (C, Dv) -> (B, T, Dv). Every sequence of the batch by itself.
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
  const Variable query = heed::matmul(x, w_query);  // (B, T, Dk)
  const Variable key = heed::matmul(x, w_key);      // (B, T, Dk)
  const Variable value = heed::matmul(x, w_value);  // (B, T, Dv)
  const Variable scores = heed::matmul(query, heed::transpose(key)) / std::sqrt(double(query.dim(-1)));
  return heed::matmul(heed::softmax(scores), value);
  //~ wrong no_scale M06
  const Variable query = heed::matmul(x, w_query), key = heed::matmul(x, w_key),
                 value = heed::matmul(x, w_value);
  return heed::matmul(heed::softmax(heed::matmul(query, heed::transpose(key))), value);
  //~ wrong root_of_d_model M06: w_query); => w_query), key = heed::matmul(x, w_key), | const Variable key = heed::matmul(x, w_key); =>
  //~ wrong root_of_d_model M06: const Variable value => value | query. => x.
  //~ wrong scaled_twice M06 like root_of_d_model: std::sqrt(double(x.dim(-1) => double(query.dim(-1
  //~ wrong divided_by_d_model M06 like root_of_d_model: std::sqrt(double(x.dim(-1) => double(x.dim(-1
  //~ wrong multiplied M06 like root_of_d_model: / std::sqrt(double(x => * std::sqrt(double(query
  //~ wrong multiplied_by_root_of_d_model M06 like root_of_d_model: ) / => ) *
  //~ wrong root_of_d_v M06 like root_of_d_model: x. => value.
  //~ wrong root_of_tokens M06 like root_of_d_model: - =>
  //~ wrong root_of_batch M06 like root_of_d_model: x.dim(-1 => x.dim(0
  //~ wrong scaled_after_softmax M06
  const Variable query = heed::matmul(x, w_query), key = heed::matmul(x, w_key),
                 value = heed::matmul(x, w_value);
  const Variable weights = heed::softmax(heed::matmul(query, heed::transpose(key)));
  return heed::matmul(weights / std::sqrt(double(query.dim(-1))), value);
  //~ wrong over_queries M05 like root_of_d_model: x. => query. | scores) => scores, -2)
  //~ wrong over_batch M05 like over_queries: -2 => 0
  //~ wrong weights_transposed: heed::softmax(scores) => heed::transpose(heed::softmax(scores))
  //~ wrong no_softmax like no_scale: softmax(heed::matmul(query, heed::transpose(key => matmul(query, heed::transpose(key)) / std::sqrt(double(query.dim(-1
  //~ wrong roles_swapped: w_query);  // (B, T, Dk) => w_key), key = heed::matmul(x, w_query),
  //~ wrong roles_swapped: const Variable key = heed::matmul(x, w_key);      // (B, T, Dk) => value = heed::matmul(x, w_value);
  //~ wrong roles_swapped: const Variable value = heed::matmul(x, w_value);  // (B, T, Dv) =>
  //~ wrong query_weight_for_keys M07
  const Variable query = heed::matmul(x, w_query), value = heed::matmul(x, w_value);
  const Variable scores = heed::matmul(query, heed::transpose(query)) / std::sqrt(double(query.dim(-1)));
  return heed::matmul(heed::softmax(scores), value);
  //~ wrong key_weight_for_queries M07
  const Variable key = heed::matmul(x, w_key), value = heed::matmul(x, w_value);
  const Variable scores = heed::matmul(key, heed::transpose(key)) / std::sqrt(double(key.dim(-1)));
  return heed::matmul(heed::softmax(scores), value);
  //~ wrong one_weight_for_all M07
  const Variable all = heed::matmul(x, w_query);
  const Variable scores = heed::matmul(all, heed::transpose(all)) / std::sqrt(double(all.dim(-1)));
  return heed::matmul(heed::softmax(scores), all);
  //~ wrong key_weight_for_values M07
  const Variable query = heed::matmul(x, w_query), key = heed::matmul(x, w_key);
  const Variable scores = heed::matmul(query, heed::transpose(key)) / std::sqrt(double(query.dim(-1)));
  return heed::matmul(heed::softmax(scores), key);
  //~ wrong no_query_and_key_projection
  const Variable scores = heed::matmul(x, heed::transpose(x)) / std::sqrt(double(w_query.dim(-1)));
  return heed::matmul(heed::softmax(scores), heed::matmul(x, w_value));
  //~ wrong no_value_projection like key_weight_for_values: , key); => , x);
  //~ wrong causal in mistakes
  //~ wrong query_cut M08: ;  // (B, T, Dk) => .detach(), key = heed::matmul(x, w_key),
  //~ wrong query_cut M08: const Variable key = heed::matmul(x, w_key);      // (B, T, Dk) => value = heed::matmul(x, w_value);
  //~ wrong query_cut M08: const Variable value = heed::matmul(x, w_value);  // (B, T, Dv) =>
  //~ wrong key_cut M08: ;  // (B, T, Dk) => , key = heed::matmul(x, w_key).detach(),
  //~ wrong key_cut M08: const Variable key = heed::matmul(x, w_key);      // (B, T, Dk) => value = heed::matmul(x, w_value);
  //~ wrong key_cut M08: const Variable value = heed::matmul(x, w_value);  // (B, T, Dv) =>
  //~ wrong value_cut M08: ;  // (B, T, Dk) => , key = heed::matmul(x, w_key),
  //~ wrong value_cut M08: const Variable key = heed::matmul(x, w_key);      // (B, T, Dk) => value = heed::matmul(x, w_value).detach();
  //~ wrong value_cut M08: const Variable value = heed::matmul(x, w_value);  // (B, T, Dv) =>
  //~ wrong weights_cut M08 like over_queries: , -2 => ).detach(
  //~ wrong key_and_value_cut M08: ;  // (B, T, Dk) => , key = heed::matmul(x, w_key).detach(),
  //~ wrong key_and_value_cut M08: const Variable key = heed::matmul(x, w_key);      // (B, T, Dk) => value = heed::matmul(x, w_value).detach();
  //~ wrong key_and_value_cut M08: const Variable value = heed::matmul(x, w_value);  // (B, T, Dv) =>
  //~ wrong query_and_value_cut M08: ;  // (B, T, Dk) => .detach(), key = heed::matmul(x, w_key),
  //~ wrong query_and_value_cut M08: const Variable key = heed::matmul(x, w_key);      // (B, T, Dk) => value = heed::matmul(x, w_value).detach();
  //~ wrong query_and_value_cut M08: const Variable value = heed::matmul(x, w_value);  // (B, T, Dv) =>
  //~ wrong output_cut M08 like over_queries: , -2), value => ), value).detach(
  //~ wrong input_cut M08: query = heed::matmul(x, w_query);  // (B, T, Dk) => input = x.detach();
  //~ wrong input_cut M08: key = heed::matmul(x, w_key);      // (B, T, Dk) => query = heed::matmul(input, w_query), key = heed::matmul(input, w_key),
  //~ wrong input_cut M08: const Variable value = heed::matmul(x, w_value);  // (B, T, Dv) => value = heed::matmul(input, w_value);
  //~ wrong input_cut_for_query M08: , w_query);  // (B, T, Dk) => .detach(), w_query), key = heed::matmul(x, w_key),
  //~ wrong input_cut_for_query M08: const Variable key = heed::matmul(x, w_key);      // (B, T, Dk) => value = heed::matmul(x, w_value);
  //~ wrong input_cut_for_query M08: const Variable value = heed::matmul(x, w_value);  // (B, T, Dv) =>
  //~ wrong input_cut_for_key M08: ;  // (B, T, Dk) => , key = heed::matmul(x.detach(), w_key),
  //~ wrong input_cut_for_key M08: const Variable key = heed::matmul(x, w_key);      // (B, T, Dk) => value = heed::matmul(x, w_value);
  //~ wrong input_cut_for_key M08: const Variable value = heed::matmul(x, w_value);  // (B, T, Dv) =>
  //~ wrong input_cut_for_value M08: ;  // (B, T, Dk) => , key = heed::matmul(x, w_key),
  //~ wrong input_cut_for_value M08: const Variable key = heed::matmul(x, w_key);      // (B, T, Dk) => value = heed::matmul(x.detach(), w_value);
  //~ wrong input_cut_for_value M08: const Variable value = heed::matmul(x, w_value);  // (B, T, Dv) =>
  //~ wrong input_cut_for_query_and_key M08: query = heed::matmul(x, w_query => input = x.detach(
  //~ wrong input_cut_for_query_and_key M08: key = heed::matmul(x, w_key); => query = heed::matmul(input, w_query), key = heed::matmul(input, w_key),
  //~ wrong input_cut_for_query_and_key M08: const Variable value => value
  //~ wrong input_cut_for_key_and_value M08: query = heed::matmul(x, w_query => memory = x.detach(
  //~ wrong input_cut_for_key_and_value M08: key = heed::matmul(x, w_key); => query = heed::matmul(x, w_query), key = heed::matmul(memory, w_key),
  //~ wrong input_cut_for_key_and_value M08: const Variable value = heed::matmul(x => value = heed::matmul(memory
  //~ wrong weight_matrices_cut M08: );  // (B, T, Dk) => .detach()), key = heed::matmul(x, w_key.detach()),
  //~ wrong weight_matrices_cut M08: const Variable key = heed::matmul(x, w_key);      // (B, T, Dk) => value = heed::matmul(x, w_value.detach());
  //~ wrong weight_matrices_cut M08: const Variable value = heed::matmul(x, w_value);  // (B, T, Dv) =>
  //~ end
}
