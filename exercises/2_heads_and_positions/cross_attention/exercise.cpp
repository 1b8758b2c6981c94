#include "exercises/given.hpp"
#include "exercises/learn.hpp"

//~ wrong shared_projection M07 with shared_weights
//~ wrong softmax_over_heads M05 with exp_over_heads
//~ end
//~ solution
/// softmax(q kᵀ / √d) v for every sentence and head. q (B, H, Tq, d), k and v (B, H, Tk, d) -> (B, H, Tq, d).
/// Keys j with mask(b, j) = 0 get no weight.
Tensor attend(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask) {
  Tensor scores = matmul(q, transpose(k)) / std::sqrt(q.dim(3));
  //~ wrong scale_missing M06: ) / std::sqrt(q.dim(3)) => )
  //~ wrong scale_twice M06: std::sqrt(q.dim(3) => q.dim(3
  //~ wrong scale_d_model M06: (3) => (1) * q.dim(3)
  //~ end
  //~ solution
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, j) == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity();
  //~ wrong finite_mask: -std::numeric_limits<double>::infinity() => -1e4
  //~ wrong mask_ignored, mask_after_softmax: mask(b, j) == 0 => false
  //~ wrong mask_inverted: == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity() => != 0) scores(b, h, i, j) = -1e9
  //~ wrong mask_on_queries M04: j) == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity() => i) == 0) scores(b, h, i, j) = -1e9
  //~ wrong mask_heads_before_batch M04: (b, j) == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity() => ((b * scores.dim(1) + h) % scores.dim(0), j) == 0) scores(b, h, i, j) = -1e9
  //~ wrong causal_too M03: = 0) scores => = 0 || j > i) scores
  //~ end
  //~ solution
  Tensor weights = given::softmax(scores);
  //~ wrong softmax_over_queries M05: given::softmax(scores => transpose(given::softmax(transpose(scores))
  //~ wrong softmax_over_heads M05: given::softmax(scores => exp_over_heads(scores
  //~ wrong mask_after_softmax
  Tensor weights = given::softmax(scores);
  for (int n = 0; n < weights.size(); ++n)
    weights.flat(n) *= mask(n / (weights.size() / weights.dim(0)), n % weights.dim(3));
  //~ end
  //~ solution
  return matmul(weights, v);
}

//~ end
/// Attention of a decoder to what the encoder made of the source sentence, with several heads.
/// decoder (B, T, D): the decoder's positions; memory (B, S, D): the encoder's output.
/// Masks of the two sentences, 1 = token, 0 = padding: target_mask (B, T), memory_mask (B, S). Both come with
/// every batch; you decide which of them matters here. A padded position of the target gets an
/// output like any other (the loss leaves it out). Every memory has at least one token.
/// w_q, w_k, w_v, w_o (D, D); every projection is y = x Wᵀ, without a bias. `heads` divides D.
/// Result (B, T, D).
Tensor cross_attention(const Tensor& decoder, const Tensor& memory, const Tensor& target_mask,
                       const Tensor& memory_mask, const Tensor& w_q, const Tensor& w_k, const Tensor& w_v,
                       const Tensor& w_o, int heads) {
  //~ stub
  // You may use given::linear(x, weight, bias), which is x Wᵀ + bias (without a bias: Tensor({D}), zeros),
  // given::split_heads(x, heads) and given::merge_heads(x).
  // 1. Who asks, and who answers? Project to queries, keys and values.
  // 2. Attention in each head; no query may attend to padding.
  // 3. Join the heads and project with w_o.
  return not_written("cross_attention");
  //~ solution
  const Tensor none({decoder.dim(2)});  // no bias
  const auto in_heads = [&](const Tensor& x, const Tensor& weight) {
    return given::split_heads(given::linear(x, weight, none), heads);
  };
  //~ wrong weights_not_transposed: (x, weight => (x, transpose(weight)
  //~ wrong shared_projection M07: (x, weight => (x, repeated_block(weight, heads)
  //~ wrong split_by_reshape M02, reshaped_both_ways M02: given::split_heads(given => given | ), heads) => ).reshape({x.dim(0), heads, x.dim(1), x.dim(2) / heads})
  //~ end
  //~ solution
  const Tensor q = in_heads(decoder, w_q), k = in_heads(memory, w_k), v = in_heads(memory, w_v);
  //~ wrong roles_swapped: decoder => memory | memory, w_k => decoder, w_k | memory, w_v => decoder, w_v
  //~ wrong attends_to_itself: memory, w_k => decoder, w_k | memory, w_v => decoder, w_v
  //~ wrong memory_attends_to_itself: decoder => memory
  //~ wrong keys_from_decoder: memory, w_k => decoder, w_k
  //~ wrong values_from_decoder: memory, w_v => decoder, w_v
  //~ wrong keys_and_values_swap_weights: w_k), v = in_heads(memory, w_v => w_v), v = in_heads(memory, w_k
  //~ end
  //~ solution
  const Tensor attended = attend(q, k, v, memory_mask);
  //~ wrong mask_of_the_target M04: memory_mask => target_mask
  //~ end
  //~ solution
  // target_mask is not needed: a padded query does no harm, nobody reads its output
  Tensor joined = given::merge_heads(attended);
  //~ wrong merged_by_reshape M01, reshaped_both_ways M02: given::merge_heads(attended) => attended.reshape(decoder.shape())
  //~ end
  //~ solution
  return given::linear(joined, w_o, none);
  //~ wrong no_output_projection: given::linear(joined, w_o, none) => joined
  //~ wrong weights_not_transposed: w_o => transpose(w_o)
  //~ wrong residual_added: given => decoder + given
  //~ end
}
