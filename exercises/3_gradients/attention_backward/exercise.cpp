#include "exercises/given.hpp"
#include "exercises/learn.hpp"

// The forward pass: S = Q Kᵀ / √d_k,  P = softmax(S) row by row,  O = P V.
// The upstream gradient G = dL/dO says how much the loss L changes with each element of O.

//~ wrong last_query M10 with one_summand
//~ end
/// dL/dV.
/// weights P (Tq, Tk), upstream G (Tq, Dv) -> (Tk, Dv).
Tensor grad_value(const Tensor& weights, const Tensor& upstream) {
  //~ stub
  return not_written("grad_value");
  //~ solution
  return matmul(transpose(weights), upstream);
  //~ wrong ones_upstream M09: upstream => Tensor::full(upstream.shape(), 1)
  //~ wrong value_cut M08: matmul(transpose(weights), upstream => Tensor({weights.dim(1), upstream.dim(1)}
  //~ wrong all_cut M08: matmul(transpose(weights), upstream => Tensor({weights.dim(1), upstream.dim(1)}
  //~ wrong last_query M10: matmul( => one_summand(weights.dim(0) - 1,
  //~ wrong weights_not_transposed: transpose(weights) => weights
  //~ end
}

/// dL/dS: back through the product with V, then back through softmax.
/// weights P (Tq, Tk), value V (Tk, Dv), upstream G (Tq, Dv) -> (Tq, Tk).
Tensor grad_scores(const Tensor& weights, const Tensor& value, const Tensor& upstream) {
  //~ stub
  return not_written("grad_scores");
  //~ solution
  const Tensor grad_weights = matmul(upstream, transpose(value));
  Tensor grad({weights.dim(0), weights.dim(1)});
  for (int i = 0; i < grad.dim(0); ++i) {
    double mean = 0;
    for (int j = 0; j < grad.dim(1); ++j) mean += weights(i, j) * grad_weights(i, j);
    for (int j = 0; j < grad.dim(1); ++j) grad(i, j) = weights(i, j) * (grad_weights(i, j) - mean);
  }
  return grad;
  //~ wrong ones_upstream M09, ones_in_scores M09: upstream => Tensor::full(upstream.shape(), 1)
  //~ wrong upstream_ignored_in_softmax M09: (grad_weights(i, j) - mean) => (1 - weights(i, j))
  //~ wrong scores_cut M08, all_cut M08: weights(i, j) * (grad_weights(i, j) - mean) => 0
  //~ wrong diagonal_only: (grad_weights(i, j) - mean) => (1 - weights(i, j)) * grad_weights(i, j)
  //~ wrong no_row_sum: (grad_weights(i, j) - mean) => grad_weights(i, j)
  //~ wrong softmax_passed_over: weights(i, j) * (grad_weights(i, j) - mean) => grad_weights(i, j)
  //~ wrong over_queries M05: return grad => return transpose(given::softmax_backward(transpose(weights), transpose(grad_weights)))
  //~ wrong sign: grad_weights(i, j) - mean => mean - grad_weights(i, j)
  //~ end
}

/// All three gradients. The function repeats the forward pass of attention, because it needs P.
/// query (Tq, Dk), key (Tk, Dk), value (Tk, Dv), upstream G (Tq, Dv) -> gradients with the shapes of query,
/// key and value: given::AttentionGradients{.query = …, .key = …, .value = …}.
given::AttentionGradients attention_backward(const Tensor& query, const Tensor& key, const Tensor& value,
                                             const Tensor& upstream) {
  //~ stub
  return not_written("attention_backward");
  //~ solution
  const double root = std::sqrt(double(query.dim(1)));
  const Tensor weights = given::softmax(matmul(query, transpose(key)) / root);
  const Tensor grad = grad_scores(weights, value, upstream) / root;
  return {matmul(grad, key), matmul(transpose(grad), query), grad_value(weights, upstream)};
  //~ wrong no_scale M06: upstream) / root => upstream)
  //~ wrong no_scale_in_both M06: std::sqrt(double(query.dim(1))) => 1
  //~ wrong scaled_twice M06: root; => root / root;
  //~ wrong multiplied M06: upstream) / root => upstream) * root
  //~ wrong root_of_d_v M06: (query. => (value.
  //~ wrong forward_over_queries M05: given::softmax(matmul(query, transpose(key)) / root => transpose(given::softmax(matmul(key, transpose(query)) / root)
  //~ wrong query_cut M08: matmul(grad, key => Tensor(query.shape()
  //~ wrong key_cut M08: matmul(transpose(grad), query => Tensor(key.shape()
  //~ wrong scores_everywhere M17: given::softmax(matmul(query, transpose(key)) / root) => matmul(query, transpose(key)) / root
  //~ wrong query_and_key_exchanged: grad, key), matmul(transpose(grad), query => transpose(grad), query), matmul(grad, key
  //~ wrong scores_not_transposed: transpose(grad) => grad
  //~ end
}
