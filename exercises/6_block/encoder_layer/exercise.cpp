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
  //~ wrong active_unscaled_in_evaluation M13 like always_active_unscaled: x * keep => mode == given::Mode::evaluation ? x * keep : x * keep / (1 - p)
  //~ wrong scaled_up_in_evaluation M13 like always_active_unscaled: x => mode == given::Mode::evaluation ? x / (1 - p) : x
  //~ wrong rescaled_in_both M13 like always_active_unscaled: x * keep => mode == given::Mode::evaluation ? x / (1 - p) : x * keep / (1 - p)
  //~ wrong modes_swapped M13 like always_active_unscaled: x * keep => mode == given::Mode::training ? x : x * keep / (1 - p)
  //~ wrong modes_swapped_unscaled M13 like always_active_unscaled: x => mode == given::Mode::training ? x : x
  //~ wrong never_active M13 like always_active_unscaled: x * keep => x
  //~ wrong multiplied M13 like always_active_unscaled: x * keep => mode == given::Mode::evaluation ? x : x * keep * (1 - p)
  //~ wrong divided_by_p M13 like always_active_unscaled: x * keep => mode == given::Mode::evaluation ? x : x * keep / p
  //~ wrong keep_inverted M13 like always_active_unscaled: x * keep => mode == given::Mode::evaluation ? x : x * (1.0 - keep) / (1 - p)
  //~ end
}

/// The paper's layer (post-norm): h = norm1(x + dropout(attention(x, x))), then
/// norm2(h + dropout(feed_forward(h))). x (T, C), mask (T, T): 1 = may attend -> (T, C).
Tensor encoder_layer(const Tensor& x, const Tensor& mask, const given::EncoderWeights& weights,
                     const given::Dropout& drop) {
  //~ stub
  // given::multi_head_attention(query, memory, weights.attention, mask)
  // given::feed_forward(x, weights.linear1, weights.linear2)
  // given::layer_norm(x, weights.norm1)
  // dropout(…, drop.keep_attention, drop.p, drop.mode), and with drop.keep_feed_forward
  return not_written("encoder_layer");
  //~ solution
  const Tensor attended = given::multi_head_attention(x, x, weights.attention, mask);
  //~ wrong mask_ignored M04: mask => Tensor::full(mask.shape(), 1)
  //~ wrong mask_transposed M04: mask => transpose(mask)
  //~ wrong mask_inverted: mask => 1.0 - mask
  //~ wrong causal_encoder M03: mask) => mask * given::causal_mask(x.dim(0)))
  //~ wrong one_head
  given::AttentionWeights one = weights.attention;
  one.heads = 1;
  const Tensor attended = given::multi_head_attention(x, x, one, mask);
  //~ wrong pre_norm
  const Tensor normalised = given::layer_norm(x, weights.norm1);
  const Tensor attended = given::multi_head_attention(normalised, normalised, weights.attention, mask);
  //~ wrong feed_forward_first: multi_head_attention(x, x, weights.attention, mask => feed_forward(x, weights.linear1, weights.linear2
  //~ end
  //~ solution
  const Tensor added = x + dropout(attended, drop.keep_attention, drop.p, drop.mode);
  //~ wrong no_first_residual, no_residuals: x + dropout => dropout
  //~ wrong input_added_twice: x + dropout => x + x + dropout
  //~ wrong dropout_of_the_sum M13: x + dropout(attended => dropout(x + attended
  //~ wrong no_dropout_after_attention M13, no_dropout M13: dropout(attended, drop.keep_attention, drop.p, drop.mode) => attended
  //~ wrong dropout_of_the_norm M13: dropout(attended, drop.keep_attention, drop.p, drop.mode) => attended
  //~ wrong masks_swapped: keep_attention => keep_feed_forward
  //~ end
  //~ solution
  const Tensor h = given::layer_norm(added, weights.norm1);
  //~ wrong no_first_norm, no_norms, pre_norm: given::layer_norm(added, weights.norm1) => added
  //~ wrong norms_swapped: norm1 => norm2
  //~ wrong norm_before_adding: given::layer_norm(added => x + given::layer_norm(dropout(attended, drop.keep_attention, drop.p, drop.mode)
  //~ wrong dropout_of_the_norm M13: given::layer_norm(added, weights.norm1 => dropout(given::layer_norm(added, weights.norm1), drop.keep_attention, drop.p, drop.mode
  //~ end
  //~ solution
  const Tensor forward = given::feed_forward(h, weights.linear1, weights.linear2);
  //~ wrong feed_forward_of_the_input: (h, => (x,
  //~ wrong pre_norm: (h, => (given::layer_norm(h, weights.norm2),
  //~ wrong feed_forward_first: feed_forward(h, weights.linear1, weights.linear2 => multi_head_attention(h, h, weights.attention, mask
  //~ wrong no_relu: feed_forward(h, weights.linear1 => linear(given::linear(h, weights.linear1)
  //~ end
  //~ solution
  const Tensor sum = h + dropout(forward, drop.keep_feed_forward, drop.p, drop.mode);
  //~ wrong no_second_residual, no_residuals: h + dropout => dropout
  //~ wrong residual_from_the_input: = h + => = x +
  //~ wrong residual_from_before_the_norm: = h + => = added +
  //~ wrong residual_from_both: = h + => = x + h +
  //~ wrong dropout_of_the_sum M13: h + dropout(forward => dropout(h + forward
  //~ wrong no_dropout_after_feed_forward M13, no_dropout M13: dropout(forward, drop.keep_feed_forward, drop.p, drop.mode) => forward
  //~ wrong dropout_of_the_norm M13: dropout(forward, drop.keep_feed_forward, drop.p, drop.mode) => forward
  //~ wrong one_mask, masks_swapped: keep_feed_forward => keep_attention
  //~ end
  //~ solution
  return given::layer_norm(sum, weights.norm2);
  //~ wrong no_second_norm, no_norms, pre_norm: given::layer_norm(sum, weights.norm2) => sum
  //~ wrong same_norm, norms_swapped: norm2 => norm1
  //~ wrong norm_before_adding: given::layer_norm(sum => h + given::layer_norm(dropout(forward, drop.keep_feed_forward, drop.p, drop.mode)
  //~ wrong dropout_of_the_norm M13: given::layer_norm(sum, weights.norm2 => dropout(given::layer_norm(sum, weights.norm2), drop.keep_feed_forward, drop.p, drop.mode
  //~ end
}
