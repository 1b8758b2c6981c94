#include "exercises/given.hpp"

/// The paper's layer (post-norm): h = norm1(x + self_attention(x, x)), causal;
/// g = norm2(h + cross_attention(h, memory)); norm3(g + feed_forward(g)).
/// x (T, C), the encoder's output memory (S, C), memory_mask (T, S): 1 = may attend -> (T, C).
Tensor decoder_layer(const Tensor& x, const Tensor& memory, const Tensor& memory_mask,
                     const given::DecoderWeights& weights) {
  //~ stub
  // given::multi_head_attention, given::feed_forward and given::layer_norm do the parts; the statement shows
  // how to call them. Which attention gets which mask? What does each residual connection add?
  return not_written("decoder_layer");
  //~ solution
  const Tensor self = given::multi_head_attention(x, x, weights.self_attention, given::causal_mask(x.dim(0)));
  const Tensor h = given::layer_norm(x + self, weights.norm1);
  //~ wrong no_causal_mask M03: given::causal_mask(x.dim(0) => Tensor::full({x.dim(0), x.dim(0)}, 1
  //~ wrong mask_transposed M03: given::causal_mask(x.dim(0 => transpose(given::causal_mask(x.dim(0)
  //~ wrong no_self_attention: given::layer_norm(x + self, weights.norm1) => x
  //~ wrong no_first_residual, no_residuals: x + self => self
  //~ wrong no_first_norm: given::layer_norm(x + self, weights.norm1) => x + self
  //~ wrong pre_norm: self = given::multi_head_attention(x, x, weights.self_attention, given::causal_mask(x.dim(0)) => normalised = given::layer_norm(x, weights.norm1
  //~ wrong pre_norm: given::layer_norm(x + self, weights.norm1 => x + given::multi_head_attention(normalised, normalised, weights.self_attention, given::causal_mask(x.dim(0))
  //~ wrong cross_attention_first: given::multi_head_attention(x, x, weights.self_attention, given::causal_mask(x.dim(0))) => given::multi_head_attention(x, memory, weights.cross_attention, memory_mask)
  //~ wrong attentions_swapped: self_attention => cross_attention
  //~ end
  //~ wrong causal_cross_attention M03
  Tensor both = memory_mask;
  for (int n = 0; n < both.size(); ++n)
    if (n % both.dim(1) > n / both.dim(1)) both.flat(n) = 0;
  //~ end
  //~ solution
  const Tensor attended = given::multi_head_attention(h, memory, weights.cross_attention, memory_mask);
  const Tensor g = given::layer_norm(h + attended, weights.norm2);
  //~ wrong memory_mask_ignored M04: memory_mask => Tensor::full({x.dim(0), memory.dim(0)}, 1)
  //~ wrong causal_cross_attention M03: memory_mask => both
  //~ wrong cross_attention_to_itself: memory, weights.cross_attention, memory_mask => h, weights.cross_attention, given::causal_mask(x.dim(0))
  //~ wrong query_from_the_input: (h, => (x,
  //~ wrong no_cross_attention: given::layer_norm(h + attended, weights.norm2) => h
  //~ wrong no_second_residual, no_residuals: h + attended => attended
  //~ wrong no_second_norm: given::layer_norm(h + attended, weights.norm2) => h + attended
  //~ wrong input_in_every_residual: h + attended => x + attended
  //~ wrong pre_norm: (h, memory => (given::layer_norm(h, weights.norm2), memory | given::layer_norm(h + attended, weights.norm2) => h + attended
  //~ wrong cross_attention_first: given::multi_head_attention(h, memory, weights.cross_attention, memory_mask) => given::multi_head_attention(h, h, weights.self_attention, given::causal_mask(x.dim(0)))
  //~ wrong attentions_swapped: cross_attention => self_attention
  //~ end
  //~ solution
  return given::layer_norm(g + given::feed_forward(g, weights.linear1, weights.linear2), weights.norm3);
  //~ wrong no_third_residual, no_residuals: g + given => given
  //~ wrong input_in_every_residual: g + given => x + given
  //~ wrong no_third_norm: given::layer_norm(g + given::feed_forward(g, weights.linear1, weights.linear2), weights.norm3) => g + given::feed_forward(g, weights.linear1, weights.linear2)
  //~ wrong pre_norm like no_third_norm: (g => (given::layer_norm(g, weights.norm3)
  //~ wrong no_feed_forward: given::layer_norm(g + given::feed_forward(g, weights.linear1, weights.linear2), weights.norm3) => g
  //~ end
}
