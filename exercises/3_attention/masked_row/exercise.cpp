#include "exercises/given.hpp"
#include "exercises/learn.hpp"

//~ wrong finite_mask, row_as_scored M16, first_key M16, own_key M16, any_hidden_gives_zero, maximum_of_all_keys_nan F03, maximum_of_all_keys_nan_of_visible F03, exp_without_maximum_nan F02, exp_without_maximum_nan_of_visible F02, row_takes_its_query, nan_gradient M16
int visible_keys(const Tensor& mask, int i) {
  int count = 0;
  for (int j = 0; j < mask.dim(1); ++j) count += mask(i, j) != 0;
  return count;
}
//~ end
//~ wrong finite_mask_uniform M16, finite_mask, finite_mask_as_scored M16, over_queries M05, zero_scores, after_softmax, mask_forgotten with plain_softmax
//~ end
/// Softmax over what each query may see; a query that may see nothing gives weight to nothing: its whole row
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
    //~ wrong first_key M16: mask(i, j) != 0 => mask(i, j) != 0 || (j == 0 && visible_keys(mask, i) == 0)
    //~ wrong own_key M16: mask(i, j) != 0 => mask(i, j) != 0 || (j == i && visible_keys(mask, i) == 0)
    //~ wrong inverted, inverted_nan_row: != 0 => == 0
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
    //~ wrong nan_row M16, inverted_nan_row: if (sum == 0) continue; =>
    //~ wrong any_hidden_gives_zero: weights(i, j) /= sum => weights(i, j) *= visible_keys(mask, i) < mask.dim(1) ? 0 : 1 / sum
    //~ wrong maximum_of_all_keys F03: if (visible(j)) max => max
    //~ wrong maximum_of_all_keys_nan F03: if (visible(j)) max => max | sum == 0 => visible_keys(mask, i) == 0
    //~ wrong maximum_of_all_keys_nan_of_visible F03: if (visible(j)) max => max | sum == 0 => visible_keys(mask, i) == 0 | ++j) weights(i, j) /= sum => ++j) if (visible(j)) weights(i, j) /= sum
    //~ wrong exp_without_maximum F02: max = std::max(max, scores(i, j)) => max = 0
    //~ wrong exp_without_maximum_nan F02: max = std::max(max, scores(i, j)) => max = 0 | sum == 0 => visible_keys(mask, i) == 0
    //~ wrong exp_without_maximum_nan_of_visible F02: max = std::max(max, scores(i, j)) => max = 0 | sum == 0 => visible_keys(mask, i) == 0 | ++j) weights(i, j) /= sum => ++j) if (visible(j)) weights(i, j) /= sum
    //~ wrong hidden_exponential F04: if (visible(j)) sum += weights(i, j) = std::exp(scores(i, j) - max); => if (max > -std::numeric_limits<double>::infinity()) sum += weights(i, j) = std::exp(scores(i, j) - max) * mask(i, j);
    //~ wrong hidden_exponential_zero F04: if (visible(j)) sum += weights(i, j) = std::exp(scores(i, j) - max); => sum += weights(i, j) = std::exp(scores(i, j) - max) * mask(i, j); | /= sum; => = sum > 0 ? weights(i, j) / sum : 0;
    //~ wrong eps_in_denominator: /= sum => /= sum + 1e-9
    //~ wrong uniform_row M16: if (sum == 0) continue; => | /= sum => = sum == 0 ? 1.0 / scores.dim(1) : weights(i, j) / sum
    //~ wrong row_of_ones M16: if (sum == 0) continue; => | /= sum => = sum == 0 ? 1 : weights(i, j) / sum
    //~ wrong finite_beginning: -std::numeric_limits<double>::infinity(), => -1e4,
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
  //~ wrong finite_mask_as_scored M16 like finite_mask_uniform: = -1e4 => -= 1e4
  //~ wrong over_queries M05 like finite_mask_uniform: 1e4 => std::numeric_limits<double>::infinity() | plain_softmax(hidden => transpose(plain_softmax(transpose(hidden))
  //~ wrong zero_times_infinity M16: weights => Tensor::full(scores.shape(), std::numeric_limits<double>::quiet_NaN())
  //~ wrong zero_times_infinity_zero M16: weights => Tensor(scores.shape())
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
  //~ wrong scaled_twice M06: std::sqrt(double(query.dim(1) => double(query.dim(1
  //~ wrong root_of_keys M06: query.dim(1) => key.dim(0)
  //~ wrong multiplied M06: ) / std => ) * std
  //~ wrong row_takes_its_query
  Tensor output =
      matmul(masked_weights(matmul(query, transpose(key)) / std::sqrt(double(query.dim(1))), mask), value);
  for (int i = 0; i < mask.dim(0); ++i)
    for (int d = 0; d < std::min(output.dim(1), query.dim(1)); ++d)
      if (visible_keys(mask, i) == 0) output(i, d) = query(i, d);
  return output;
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
  //~ wrong nan_gradient_everywhere M16: given::softmax_backward(masked_weights(scores, mask), upstream) => Tensor::full(scores.shape(), std::numeric_limits<double>::quiet_NaN())
  //~ wrong upstream_of_ones M09: upstream => Tensor::full(scores.shape(), 1)
  //~ wrong upstream_ignored M09: given::softmax_backward(masked_weights(scores, mask), upstream) => masked_weights(scores, mask) * (1.0 - masked_weights(scores, mask))
  //~ wrong diagonal_only: given::softmax_backward(masked_weights(scores, mask), upstream) => masked_weights(scores, mask) * (1.0 - masked_weights(scores, mask)) * upstream
  //~ wrong no_row_sum: given::softmax_backward(masked_weights(scores, mask), upstream) => masked_weights(scores, mask) * upstream
  //~ wrong softmax_passed_over: given::softmax_backward(masked_weights(scores, mask), upstream) => mask * upstream
  //~ wrong mean_without_weights: given::softmax_backward(masked_weights(scores, mask), upstream) => masked_weights(scores, mask) * (upstream - matmul(upstream, Tensor::full({mask.dim(1), mask.dim(1)}, 1.0 / mask.dim(1))))
  //~ wrong hidden_get_gradient
  const Tensor p = masked_weights(scores, mask), dots = matmul(p, transpose(upstream));
  Tensor gradient = given::softmax_backward(p, upstream);
  for (int i = 0; i < p.dim(0); ++i)
    for (int j = 0; j < p.dim(1); ++j)
      if (mask(i, j) == 0) gradient(i, j) = upstream(i, j) - dots(i, i);
  return gradient;
  //~ wrong scores_for_weights M17: masked_weights(scores, mask) => scores * mask
  //~ wrong mask_forgotten: masked_weights(scores, mask => plain_softmax(scores
  //~ wrong backward_over_queries M05: given::softmax_backward(masked_weights(scores, mask), upstream) => transpose(given::softmax_backward(transpose(masked_weights(scores, mask)), transpose(upstream)))
  //~ end
}
