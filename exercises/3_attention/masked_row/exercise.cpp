#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// Softmax over what each query may see; a query that may see nothing gives weight to nothing: its whole row
/// is 0. scores (Tq, Tk), already scaled; mask (Tq, Tk): 1 = may attend, 0 = may not -> weights (Tq, Tk).
Tensor masked_weights(const Tensor& scores, const Tensor& mask) {
  //~ stub
  // softmax(x)_j = exp(x_j - max) / Σ exp(x - max): what are max and Σ of a row in which nothing is visible?
  return not_written("masked_weights");
  //~ solution
  Tensor weights({scores.dim(0), scores.dim(1)});
  for (int i = 0; i < scores.dim(0); ++i) {
    double max = -std::numeric_limits<double>::infinity(), sum = 0;
    for (int j = 0; j < scores.dim(1); ++j)
      if (mask(i, j) != 0) max = std::max(max, scores(i, j));
    for (int j = 0; j < scores.dim(1); ++j)
      if (mask(i, j) != 0) sum += weights(i, j) = std::exp(scores(i, j) - max);
    if (sum == 0) continue;  // nothing visible: the row stays 0
    for (int j = 0; j < scores.dim(1); ++j) weights(i, j) /= sum;
  }
  return weights;
  //~ wrong nan_row M16: if (sum == 0) continue;  // nothing visible: the row stays 0 =>
  //~ wrong maximum_of_all_keys: if (mask(i, j) != 0) max => max
  //~ wrong maximum_of_all_keys_nan: if (mask(i, j) != 0) max => max
  //~ wrong maximum_of_all_keys_nan: if (sum == 0) continue; => bool any = false; for (int j = 0; j < scores.dim(1); ++j) any = any || mask(i, j) != 0; if (!any) continue;
  //~ wrong hidden_exponential: if (mask(i, j) != 0) sum += weights(i, j) = std::exp(scores(i, j) - max); => if (max > -std::numeric_limits<double>::infinity()) sum += weights(i, j) = std::exp(scores(i, j) - max) * mask(i, j);
  //~ wrong hidden_exponential_zero: if (mask(i, j) != 0) sum += weights(i, j) = std::exp(scores(i, j) - max); => sum += weights(i, j) = std::exp(scores(i, j) - max) * mask(i, j);
  //~ wrong hidden_exponential_zero: /= sum; => = sum > 0 ? weights(i, j) / sum : 0;
  //~ wrong eps_in_denominator: /= sum => /= sum + 1e-9
  //~ wrong uniform_row M16
  Tensor hidden = scores;
  for (int n = 0; n < scores.size(); ++n)
    if (mask.flat(n) == 0) hidden.flat(n) = -1e300;
  return given::softmax(hidden);
  //~ wrong finite_mask
  Tensor hidden = scores;
  for (int n = 0; n < scores.size(); ++n)
    if (mask.flat(n) == 0) hidden.flat(n) = -1e9;
  Tensor weights = given::softmax(hidden);
  for (int i = 0; i < weights.dim(0); ++i) {
    bool any = false;
    for (int j = 0; j < weights.dim(1); ++j) any = any || mask(i, j) != 0;
    for (int j = 0; j < weights.dim(1); ++j)
      if (!any) weights(i, j) = 0;
  }
  return weights;
  //~ wrong finite_beginning: -std::numeric_limits<double>::infinity(), => -1e9,
  //~ wrong finite_mask_uniform M16 like uniform_row: -1e300 => -1e9
  //~ wrong finite_mask_as_scored M16 like uniform_row: = -1e300 => -= 1e9
  //~ wrong row_as_scored M16
  Tensor hidden = scores;
  for (int i = 0; i < scores.dim(0); ++i) {
    bool any = false;
    for (int j = 0; j < scores.dim(1); ++j) any = any || mask(i, j) != 0;
    for (int j = 0; j < scores.dim(1); ++j)
      if (any && mask(i, j) == 0) hidden(i, j) = -std::numeric_limits<double>::infinity();
  }
  return given::softmax(hidden);
  //~ wrong zero_times_infinity M16
  return Tensor::full(scores.shape(), std::numeric_limits<double>::quiet_NaN());
  //~ wrong first_key M16 like row_as_scored: && mask(i, j) == => ? mask(i, j) == 0 : j >
  //~ wrong row_of_ones M16 in mistakes
  //~ wrong any_hidden_gives_zero in mistakes
  //~ wrong zero_scores like zero_times_infinity: Tensor::full(scores.shape(), std::numeric_limits<double>::quiet_NaN() => given::softmax(scores * mask
  //~ wrong after_softmax like zero_times_infinity: Tensor::full(scores.shape(), std::numeric_limits<double>::quiet_NaN()) => given::softmax(scores) * mask
  //~ wrong inverted in mistakes
  //~ wrong inverted_nan_row like uniform_row: == 0) hidden.flat(n) = -1e300 => != 0) hidden.flat(n) = -std::numeric_limits<double>::infinity()
  //~ wrong mask_ignored like zero_times_infinity: Tensor::full(scores.shape(), std::numeric_limits<double>::quiet_NaN() => given::softmax(scores
  //~ wrong over_queries M05 like uniform_row: 1e300 => std::numeric_limits<double>::infinity()
  //~ wrong over_queries M05 like uniform_row: given::softmax(hidden => transpose(given::softmax(transpose(hidden))
  //~ wrong own_key M16 in mistakes
  //~ wrong zero_times_infinity_zero M16 like zero_times_infinity: ::full(scores.shape(), std::numeric_limits<double>::quiet_NaN => (scores.shape
  //~ end
}

/// Attention under such a mask: softmax(Q Kᵀ / √d_k, masked) V. A query that may see nothing gives 0.
/// query (Tq, Dk), key (Tk, Dk), value (Tk, Dv), mask (Tq, Tk) -> (Tq, Dv).
Tensor masked_attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask) {
  //~ stub
  return not_written("masked_attention");
  //~ solution
  return matmul(masked_weights(matmul(query, transpose(key)) / std::sqrt(double(query.dim(1))), mask), value);
  //~ wrong no_scale M06: ) / std::sqrt(double(query.dim(1))), => ),
  //~ wrong scaled_twice M06: std::sqrt(double(query.dim(1) => double(query.dim(1
  //~ wrong root_of_keys M06: query.dim(1) => key.dim(0)
  //~ wrong multiplied M06: ) / std => ) * std
  //~ wrong row_takes_its_query in mistakes
  //~ end
}

/// The gradient of part 1: dL/dscores, given the upstream gradient g = dL/dweights. A row that sees nothing
/// passes nothing back: 0. scores, mask, upstream (Tq, Tk) -> (Tq, Tk).
Tensor masked_weights_backward(const Tensor& scores, const Tensor& mask, const Tensor& upstream) {
  //~ stub
  return not_written("masked_weights_backward");
  //~ solution
  return given::softmax_backward(masked_weights(scores, mask), upstream);
  //~ wrong nan_gradient M16 in mistakes
  //~ wrong nan_gradient_everywhere M16
  return Tensor::full(scores.shape(), std::numeric_limits<double>::quiet_NaN());
  //~ wrong upstream_of_ones M09: upstream => Tensor::full(scores.shape(), 1)
  //~ wrong upstream_ignored M09
  const Tensor p = masked_weights(scores, mask);
  return p * (1.0 - p);
  //~ wrong diagonal_only
  const Tensor p = masked_weights(scores, mask);
  return p * (1.0 - p) * upstream;
  //~ wrong no_row_sum: given::softmax_backward(masked_weights(scores, mask), upstream) => masked_weights(scores, mask) * upstream
  //~ wrong softmax_passed_over: given::softmax_backward(masked_weights(scores, mask), upstream) => mask * upstream
  //~ wrong mean_without_weights in mistakes
  //~ wrong hidden_get_gradient in mistakes
  //~ wrong scores_for_weights M17: masked_weights(scores, mask) => scores * mask
  //~ wrong mask_forgotten: masked_weights(scores, mask => given::softmax(scores
  //~ wrong backward_over_queries M05
  return transpose(given::softmax_backward(transpose(masked_weights(scores, mask)), transpose(upstream)));
  //~ end
}
