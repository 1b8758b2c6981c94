#include "exercises/given.hpp"
#include "exercises/learn.hpp"

//~ wrong finite_mask, row_as_scored M16, any_hidden_gives_zero, nan_gradient M16
int visible_keys(const Tensor& mask, int i) {
  int count = 0;
  for (int j = 0; j < mask.dim(1); ++j) count += mask(i, j) != 0;
  return count;
}
//~ end
//~ wrong finite_mask_uniform M16, finite_mask, over_queries M05, zero_scores, after_softmax with plain_softmax
//~ end
/// Softmax over the keys that each query may see. A query that may see nothing gives no weight: its whole row
/// is 0. scores (Tq, Tk), already scaled; mask (Tq, Tk): 1 = may attend, 0 = may not -> weights (Tq, Tk).
Tensor masked_weights(const Tensor& scores, const Tensor& mask) {
  //~ stub
  // softmax(x)_j = exp(x_j - max) / Σ exp(x - max): what are max and Σ of a row in which nothing is visible?
  return not_written("masked_weights");
  //~ solution
  Tensor weights({scores.dim(0), scores.dim(1)});
  for (int i = 0; i < scores.dim(0); ++i) {
    const auto visible = [&](int j) { return mask(i, j) != 0; };
    //~ wrong row_as_scored M16: mask(i, j) != 0 => mask(i, j) != 0 || visible_keys(mask, i) == 0
    //~ wrong inverted: != 0 => == 0
    //~ wrong mask_ignored, any_hidden_gives_zero: mask(i, j) != 0 => true
    //~ end
    //~ solution
    double max = -std::numeric_limits<double>::infinity(), sum = 0;
    for (int j = 0; j < scores.dim(1); ++j)
      if (visible(j)) max = std::max(max, scores(i, j));
    for (int j = 0; j < scores.dim(1); ++j)
      if (visible(j)) sum += weights(i, j) = std::exp(scores(i, j) - max);
    // nothing visible: the row stays 0
    if (sum == 0) continue;
    for (int j = 0; j < scores.dim(1); ++j) weights(i, j) /= sum;
    //~ wrong inverted: max = std::max(max, scores(i, j)) => max = 0
    //~ wrong nan_row M16: if (sum == 0) continue; =>
    //~ wrong any_hidden_gives_zero: weights(i, j) /= sum => weights(i, j) *= visible_keys(mask, i) < mask.dim(1) ? 0 : 1 / sum
    //~ wrong maximum_of_all_keys F03: if (visible(j)) max => max
    //~ wrong exp_without_maximum F02: max = std::max(max, scores(i, j)) => max = 0
    //~ wrong hidden_exponential F04: if (visible(j)) sum += weights(i, j) = std::exp(scores(i, j) - max); => if (max > -std::numeric_limits<double>::infinity()) sum += weights(i, j) = std::exp(scores(i, j) - max) * mask(i, j);
    //~ wrong eps_in_denominator: /= sum => /= sum + 1e-9
    //~ wrong uniform_row M16: if (sum == 0) continue; => | /= sum => = sum == 0 ? 1.0 / scores.dim(1) : weights(i, j) / sum
    //~ end
    //~ solution
  }
  //~ end
  //~ solution
  return weights;
  //~ wrong finite_mask_uniform M16
  Tensor hidden = scores;
  for (int n = 0; n < scores.size(); ++n)
    if (mask.flat(n) == 0) hidden.flat(n) = -1e4;
  return plain_softmax(hidden);
  //~ wrong finite_mask
  Tensor hidden = scores;
  for (int n = 0; n < scores.size(); ++n)
    if (mask.flat(n) == 0) hidden.flat(n) = -1e4;
  weights = plain_softmax(hidden);
  for (int n = 0; n < scores.size(); ++n)
    if (visible_keys(mask, n / mask.dim(1)) == 0) weights.flat(n) = 0;
  return weights;
  //~ wrong over_queries M05 like finite_mask_uniform: 1e4 => std::numeric_limits<double>::infinity() | plain_softmax(hidden => transpose(plain_softmax(transpose(hidden))
  //~ wrong zero_times_infinity M16: weights => Tensor::full(scores.shape(), std::numeric_limits<double>::quiet_NaN())
  //~ wrong zero_scores: weights => plain_softmax(scores * mask)
  //~ wrong after_softmax: weights => plain_softmax(scores) * mask
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
  //~ end
}

/// The gradient of part 1: dL/dscores, given the upstream gradient g = dL/dweights. A row that sees nothing
/// passes nothing back: 0. scores, mask, upstream (Tq, Tk) -> (Tq, Tk).
Tensor masked_weights_backward(const Tensor& scores, const Tensor& mask, const Tensor& upstream) {
  //~ stub
  return not_written("masked_weights_backward");
  //~ solution
  return given::softmax_backward(masked_weights(scores, mask), upstream);
  //~ wrong nan_gradient M16
  Tensor gradient = given::softmax_backward(masked_weights(scores, mask), upstream);
  for (int n = 0; n < mask.size(); ++n)
    if (visible_keys(mask, n / mask.dim(1)) == 0) gradient.flat(n) = std::numeric_limits<double>::quiet_NaN();
  return gradient;
  //~ wrong upstream_of_ones M09: upstream => Tensor::full(scores.shape(), 1)
  //~ wrong diagonal_only: given::softmax_backward(masked_weights(scores, mask), upstream) => masked_weights(scores, mask) * (1.0 - masked_weights(scores, mask)) * upstream
  //~ wrong no_row_sum: given::softmax_backward(masked_weights(scores, mask), upstream) => masked_weights(scores, mask) * upstream
  //~ wrong softmax_passed_over: given::softmax_backward(masked_weights(scores, mask), upstream) => mask * upstream
  //~ wrong scores_for_weights M17: masked_weights(scores, mask) => scores * mask
  //~ end
}
