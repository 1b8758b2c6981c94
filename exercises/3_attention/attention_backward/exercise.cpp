#include "exercises/given.hpp"
#include "exercises/learn.hpp"

// The forward pass: S = Q Kᵀ / √d_k,  P = softmax(S) row by row,  O = P V.
// G = dL/dO, the upstream gradient, says how much the loss L changes with each element of O.

/// dL/dV.
/// weights P (Tq, Tk), upstream G (Tq, Dv) -> (Tk, Dv).
Tensor grad_value(const Tensor& weights, const Tensor& upstream) {
  //~ stub
  return not_written("grad_value");
  //~ solution
  return matmul(transpose(weights), upstream);
  //~ wrong ones_upstream M09: upstream => Tensor::full(upstream.shape(), 1)
  //~ wrong ones_in_value M09: upstream => Tensor::full(upstream.shape(), 1)
  //~ wrong mean_upstream M09: upstream => Tensor::full(upstream.shape(), 1.0 / upstream.size())
  //~ wrong value_cut M08: matmul(transpose(weights), upstream => Tensor({weights.dim(1), upstream.dim(1)}
  //~ wrong all_cut M08: matmul(transpose(weights), upstream => Tensor({weights.dim(1), upstream.dim(1)}
  //~ wrong last_query M10
  Tensor grad({weights.dim(1), upstream.dim(1)});
  for (int i = 0; i < weights.dim(0); ++i)
    for (int j = 0; j < weights.dim(1); ++j)
      for (int d = 0; d < upstream.dim(1); ++d) grad(j, d) = weights(i, j) * upstream(i, d);
  return grad;
  //~ wrong first_query M10 like last_query: for (int i = 0; i < weights.dim(0); ++i) => | i, j) * upstream(i => 0, j) * upstream(0
  //~ wrong mean_over_queries: upstream); => upstream) / double(weights.dim(0));
  //~ wrong weights_reshaped: transpose(weights => weights.reshape({weights.dim(1), weights.dim(0)}
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
  //~ wrong ones_upstream M09
  const Tensor grad_weights = matmul(Tensor::full(upstream.shape(), 1), transpose(value));
  return given::softmax_backward(weights, grad_weights);
  //~ wrong ones_in_scores M09
  const Tensor grad_weights = matmul(Tensor::full(upstream.shape(), 1), transpose(value));
  return given::softmax_backward(weights, grad_weights);
  //~ wrong mean_upstream M09 like ones_upstream: 1 => 1.0 / upstream.size()
  //~ wrong upstream_ignored_in_softmax M09
  return weights * (1.0 - weights);
  //~ wrong scores_cut M08 like upstream_ignored_in_softmax: weights * (1.0 - weights => Tensor({weights.dim(0), weights.dim(1)}
  //~ wrong all_cut M08 like upstream_ignored_in_softmax: weights * (1.0 - weights => Tensor({weights.dim(0), weights.dim(1)}
  //~ wrong diagonal_only like upstream_ignored_in_softmax: ) => ) * matmul(upstream, transpose(value))
  //~ wrong no_row_sum like upstream_ignored_in_softmax: (1.0 - weights => matmul(upstream, transpose(value)
  //~ wrong softmax_passed_over like upstream_ignored_in_softmax: weights * (1.0 - weights => matmul(upstream, transpose(value)
  //~ wrong plain_mean: weights(i, j) * grad_weights(i, j => grad_weights(i, j) / grad.dim(1
  //~ wrong plain_sum: double mean = => double sum = | mean += weights(i, j) * => sum += | - mean) => - sum)
  //~ wrong over_queries M05
  const Tensor grad_weights = matmul(upstream, transpose(value));
  return transpose(given::softmax_backward(transpose(weights), transpose(grad_weights)));
  //~ wrong over_everything M05 like ones_upstream: Tensor::full(upstream.shape(), 1) => upstream
  //~ wrong over_everything M05 like ones_upstream: , grad_weights => .reshape({weights.size()}), grad_weights.reshape({weights.size()})) .reshape(weights.shape()
  //~ wrong sign like upstream_ignored_in_softmax: weights * (1.0 - weights => -given::softmax_backward(weights, matmul(upstream, transpose(value))
  //~ end
}

/// All three gradients; attention's own forward pass is repeated in it, since P is needed.
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
  //~ wrong no_scale M06: const double root = std::sqrt(double(query.dim(1))); => | root) => std::sqrt(double(query.dim(1)))) | ) / root => )
  //~ wrong no_scale_in_both M06: double root = std::sqrt(double(query.dim(1 => Tensor weights = given::softmax(matmul(query, transpose(key
  //~ wrong no_scale_in_both M06: weights = given::softmax(matmul(query, transpose(key)) / root => grad = grad_scores(weights, value, upstream
  //~ wrong no_scale_in_both M06: const Tensor grad = grad_scores(weights, value, upstream) / root; =>
  //~ wrong no_scale_in_forward M06 like no_scale: ) / std::sqrt(double(query.dim(1))) => )
  //~ wrong no_scale_in_forward M06 like no_scale: upstream); => upstream) / std::sqrt(double(query.dim(1)));
  //~ wrong scaled_twice M06: root; => root / root;
  //~ wrong scaled_twice_in_both M06: root = std::sqrt(double(query.dim(1)) => d_k = query.dim(1 | / root) => / d_k) | / root; => / d_k;
  //~ wrong multiplied M06: upstream) / root => upstream) * root
  //~ wrong multiplied_in_both M06: )) / root => )) * root | upstream) / root => upstream) * root
  //~ wrong root_of_d_v M06: (query. => (value.
  //~ wrong root_of_keys M06: query.dim(1 => key.dim(0
  //~ wrong softmax_over_queries M05
  const double root = std::sqrt(double(query.dim(1)));
  const Tensor weights = transpose(given::softmax(matmul(key, transpose(query)) / root));
  const Tensor grad_weights = matmul(upstream, transpose(value));
  const Tensor grad = transpose(given::softmax_backward(transpose(weights), transpose(grad_weights))) / root;
  return {matmul(grad, key), matmul(transpose(grad), query), grad_value(weights, upstream)};
  //~ wrong forward_over_queries M05: given::softmax(matmul(query, transpose(key)) / root => transpose(given::softmax(matmul(key, transpose(query)) / root)
  //~ wrong key_and_value_cut M08: matmul(transpose(grad), query), grad_value(weights, upstream => Tensor(key.shape()), Tensor(value.shape()
  //~ wrong query_and_value_cut M08
  const double root = std::sqrt(double(query.dim(1)));
  const Tensor weights = given::softmax(matmul(query, transpose(key)) / root);
  const Tensor grad = grad_scores(weights, value, upstream) / root;
  return {Tensor(query.shape()), matmul(transpose(grad), query), Tensor(value.shape())};
  //~ wrong only_query_scaled M06: ) / root; => ); | key), matmul => key) / root, matmul
  //~ wrong only_key_scaled M06: ) / root; => ); | query), grad_value => query) / root, grad_value
  //~ wrong query_cut M08: matmul(grad, key => Tensor(query.shape()
  //~ wrong key_cut M08: matmul(transpose(grad), query => Tensor(key.shape()
  //~ wrong only_last_query M10 in mistakes
  //~ wrong last_key_and_last_query M10 in mistakes
  //~ wrong last_query_in_key M10 in mistakes
  //~ wrong last_key_in_query M10 in mistakes
  //~ wrong last_of_all M10 in mistakes
  //~ wrong scores_for_weights M17: weights = given::softmax(matmul(query, transpose(key)) / root) => scores = matmul(query, transpose(key)) / root
  //~ wrong scores_for_weights M17: grad_scores(weights, value, upstream => given::softmax_backward(scores, matmul(upstream, transpose(value))
  //~ wrong scores_for_weights M17: grad_value(weights, => grad_value(given::softmax(scores),
  //~ wrong scores_everywhere M17: weights = given::softmax(matmul(query, transpose(key)) / root) => scores = matmul(query, transpose(key)) / root
  //~ wrong scores_everywhere M17: grad_scores(weights, => grad_scores(scores, | grad_value(weights, => grad_value(scores,
  //~ wrong query_and_key_exchanged: grad, key), matmul(transpose(grad), query => transpose(grad), query), matmul(grad, key
  //~ wrong scores_not_transposed: transpose(grad) => grad
  //~ end
}
