#include "exercises/given.hpp"

/// In training: where keep is 1, x / (1 − p); where it is 0, 0. In evaluation: x, untouched.
/// x, keep (T, C) -> (T, C). mode is given::Mode::training or given::Mode::evaluation.
Tensor dropout(const Tensor& x, const Tensor& keep, double p, given::Mode mode) {
  //~ stub
  // If each number is kept with probability 1 − p, what is the mean of the result over many masks?
  return not_written("dropout");
  //~ solution
  if (mode == given::Mode::evaluation) return x;
  return x * keep / (1 - p);
  //~ wrong always_active M13: if (mode == given::Mode::evaluation) return x; =>
  //~ wrong always_active_unscaled M13
  return x * keep;
  //~ wrong not_rescaled M13 like always_active_unscaled: x => mode == given::Mode::evaluation ? x : x
  //~ wrong scaled_in_evaluation M13 like always_active_unscaled: x => mode == given::Mode::evaluation ? x * (1 - p) : x
  //~ wrong scaled_twice M13 like always_active_unscaled: x * keep => mode == given::Mode::evaluation ? x * (1 - p) : x * keep / (1 - p)
  //~ wrong modes_swapped M13 like always_active_unscaled: x * keep => mode == given::Mode::training ? x : x * keep / (1 - p)
  //~ wrong never_active M13 like always_active_unscaled: x * keep => x
  //~ wrong multiplied M13 like always_active_unscaled: x * keep => mode == given::Mode::evaluation ? x : x * keep * (1 - p)
  //~ wrong keep_inverted M13 like always_active_unscaled: x * keep => mode == given::Mode::evaluation ? x : x * (1.0 - keep) / (1 - p)
  //~ end
}

/// The paper's layer (post-norm): h = norm1(x + dropout(attention(x, x))), then
/// norm2(h + dropout(feed_forward(h))). x (T, C), mask (T, T): 1 = may attend -> (T, C).
Tensor encoder_layer(const Tensor& x, const Tensor& mask, const given::EncoderWeights& weights,
                     const given::Dropout& drop) {
  //~ stub
  // given::multi_head_attention, given::feed_forward and given::layer_norm do the parts; the statement shows
  // how to call them. Where does your dropout go: on a sub-layer's result, or on the sum? And the norms?
  return not_written("encoder_layer");
  //~ solution
  const Tensor attended = given::multi_head_attention(x, x, weights.attention, mask);
  //~ wrong mask_ignored M04: mask => Tensor::full(mask.shape(), 1)
  //~ wrong mask_inverted: mask => 1.0 - mask
  //~ wrong causal_encoder M03: mask) => mask * given::causal_mask(x.dim(0)))
  //~ wrong pre_norm
  const Tensor normalised = given::layer_norm(x, weights.norm1);
  const Tensor attended = given::multi_head_attention(normalised, normalised, weights.attention, mask);
  //~ end
  //~ solution
  const Tensor added = x + dropout(attended, drop.keep_attention, drop.p, drop.mode);
  //~ wrong no_first_residual, no_residuals: x + dropout => dropout
  //~ wrong dropout_of_the_sum M13: x + dropout(attended => dropout(x + attended
  //~ wrong no_dropout_after_attention M13, no_dropout M13: dropout(attended, drop.keep_attention, drop.p, drop.mode) => attended
  //~ end
  //~ solution
  const Tensor h = given::layer_norm(added, weights.norm1);
  //~ wrong no_first_norm, pre_norm: given::layer_norm(added, weights.norm1) => added
  //~ wrong norm_before_adding: given::layer_norm(added => x + given::layer_norm(dropout(attended, drop.keep_attention, drop.p, drop.mode)
  //~ end
  //~ solution
  const Tensor forward = given::feed_forward(h, weights.linear1, weights.linear2);
  //~ wrong pre_norm: (h, => (given::layer_norm(h, weights.norm2),
  //~ wrong no_relu: feed_forward(h, weights.linear1 => linear(given::linear(h, weights.linear1)
  //~ end
  //~ solution
  const Tensor sum = h + dropout(forward, drop.keep_feed_forward, drop.p, drop.mode);
  //~ wrong no_second_residual, no_residuals: h + dropout => dropout
  //~ wrong residual_from_the_input: = h + => = x +
  //~ wrong dropout_of_the_sum M13: h + dropout(forward => dropout(h + forward
  //~ wrong no_dropout M13: dropout(forward, drop.keep_feed_forward, drop.p, drop.mode) => forward
  //~ end
  //~ solution
  return given::layer_norm(sum, weights.norm2);
  //~ wrong no_second_norm, pre_norm: given::layer_norm(sum, weights.norm2) => sum
  //~ wrong same_norm: norm2 => norm1
  //~ wrong norm_before_adding: given::layer_norm(sum => h + given::layer_norm(dropout(forward, drop.keep_feed_forward, drop.p, drop.mode)
  //~ end
}
