#include "exercises/given.hpp"
#include "exercises/learn.hpp"

//~ wrong weights_not_transposed, in_weights_not_transposed, out_weight_not_transposed
Tensor times(const Tensor& x, const Tensor& weight) {
  Tensor y(x.shape());
  for (int b = 0; b < x.dim(0); ++b)
    for (int t = 0; t < x.dim(1); ++t)
      for (int o = 0; o < x.dim(2); ++o)
        for (int i = 0; i < x.dim(2); ++i) y(b, t, o) += x(b, t, i) * weight(i, o);
  return y;
}
//~ wrong split_by_reshape M02, reshaped_both_ways M02, query_split_by_reshape M02, key_split_by_reshape M02, value_split_by_reshape M02
Tensor cut(const Tensor& x, int heads) { return x.reshape({x.dim(0), heads, x.dim(1), x.dim(2) / heads}); }
//~ wrong first_head_for_all M07
Tensor first_rows(const Tensor& weight, int heads) {
  Tensor out(weight.shape());
  for (int o = 0; o < weight.dim(0); ++o)
    for (int i = 0; i < weight.dim(1); ++i) out(o, i) = weight(o % (weight.dim(0) / heads), i);
  return out;
}
//~ wrong projection_of_own_slice M07
Tensor block_diagonal(const Tensor& weight, int heads) {
  const int size = weight.dim(0) / heads;
  Tensor out(weight.shape());
  for (int o = 0; o < weight.dim(0); ++o)
    for (int i = 0; i < weight.dim(1); ++i)
      if (o / size == i / size) out(o, i) = weight(o, i);
  return out;
}
//~ wrong shared_projection M07
Tensor repeated_block(const Tensor& weight, int heads) {
  const int size = weight.dim(0) / heads;
  Tensor out(weight.shape());
  for (int o = 0; o < weight.dim(0); ++o)
    for (int i = 0; i < weight.dim(1); ++i)
      if (o / size == i / size) out(o, i) = weight(o % size, i % size);
  return out;
}
//~ wrong softmax_over_heads_uniform M05, softmax_over_heads_nan M05 with over_heads
//~ wrong split_interleaved M02, interleaved_both_ways M02 with deal_out
//~ end
//~ solution
/// softmax(q kᵀ / √d) v for every sentence and head. q (B, H, Tq, d), k and v (B, H, Tk, d) -> (B, H, Tq, d).
/// Keys j with mask(b, j) = 0 get no weight.
Tensor attend(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask) {
  //~ end
  //~ solution
  Tensor scores = matmul(q, transpose(k)) / std::sqrt(q.dim(3));
  //~ wrong scale_missing M06: ) / std::sqrt(q.dim(3)) => )
  //~ wrong scale_twice M06: std::sqrt(q.dim(3) => q.dim(3
  //~ wrong scale_d_model M06: (3) => (1) * q.dim(3)
  //~ wrong scale_d_model_no_root M06: / std::sqrt(q => / (q.dim(1) * q
  //~ wrong scale_multiplied M06: ) / std => ) * std
  //~ wrong scale_heads M06: (3) => (1)
  //~ wrong scale_length M06: q.dim(3 => k.dim(2
  //~ end
  //~ solution
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, j) == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity();
  //~ wrong finite_mask
  for (int n = 0; n < scores.size(); ++n)
    if (mask(n / (scores.size() / scores.dim(0)), n % scores.dim(3)) == 0) scores.flat(n) = -1e4;
  //~ wrong mask_ignored
  static_cast<void>(mask);
  //~ wrong mask_inverted: == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity() => != 0) scores(b, h, i, j) = -1e9
  //~ wrong mask_zeroes_scores: +j) => +j) scores(b, h, i, j) *= mask(b, j);
  //~ wrong mask_zeroes_scores: if (mask(b, j) == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity(); =>
  //~ wrong mask_on_queries M04: j) == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity() => i) == 0) scores(b, h, i, j) = -1e9
  //~ wrong mask_heads_before_batch M04: (b, j) == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity() => ((b * scores.dim(1) + h) % scores.dim(0), j) == 0) scores(b, h, i, j) = -1e9
  //~ wrong mask_batch_before_heads M04: (b, j) == 0) scores(b, h, i, j) = -std::numeric_limits<double>::infinity() => ((h * scores.dim(0) + b) / scores.dim(1), j) == 0) scores(b, h, i, j) = -1e9
  //~ wrong causal_too M03: = 0) scores => = 0 || j > i) scores
  //~ end
  //~ solution
  Tensor weights = given::softmax(scores);
  //~ wrong softmax_over_queries M05: given::softmax(scores => transpose(given::softmax(transpose(scores))
  //~ wrong softmax_over_heads_and_keys M05: softmax(scores => split_heads(given::softmax(given::merge_heads(scores)), scores.dim(1)
  //~ wrong softmax_over_heads_uniform M05: given::softmax(scores => over_heads(scores, -1e9
  //~ wrong softmax_over_heads_nan M05: given::softmax(scores => over_heads(scores, -std::numeric_limits<double>::infinity()
  //~ wrong softmax_over_heads M05
  Tensor weights(scores.shape());
  for (int b = 0; b < scores.dim(0); ++b)
    for (int i = 0; i < scores.dim(2); ++i)
      for (int j = 0; j < scores.dim(3); ++j) {
        double sum = 0;
        for (int h = 0; h < scores.dim(1); ++h) sum += std::exp(scores(b, h, i, j));
        for (int h = 0; h < scores.dim(1); ++h)
          weights(b, h, i, j) = sum > 0 ? std::exp(scores(b, h, i, j)) / sum : 0;
      }
  //~ wrong softmax_missing: given::softmax(scores) => scores
  //~ wrong mask_after_softmax
  Tensor weights = given::softmax(matmul(q, transpose(k)) / std::sqrt(q.dim(3)));
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j) weights(b, h, i, j) *= mask(b, j);
  //~ wrong mask_on_queries_zero M04 like mask_after_softmax: j); => i);
  //~ wrong mask_on_queries_nan M04 like mask_after_softmax: weights(b, h, i, j) *= mask(b, j) => if (mask(b, i) == 0) weights(b, h, i, j) = std::numeric_limits<double>::quiet_NaN()
  //~ wrong softmax_over_queries_uniform M05
  Tensor large = scores;
  for (int n = 0; n < large.size(); ++n)
    if (std::isinf(large.flat(n))) large.flat(n) = -1e9;
  Tensor weights = transpose(given::softmax(transpose(large)));
  //~ wrong softmax_over_queries_unmasked M05: given::softmax(scores => transpose(given::softmax(transpose(matmul(q, transpose(k)) / std::sqrt(q.dim(3))))
  //~ wrong softmax_over_queries_zero M05
  Tensor weights = transpose(given::softmax(transpose(matmul(q, transpose(k)) / std::sqrt(q.dim(3)))));
  for (int n = 0; n < weights.size(); ++n)
    if (std::isinf(scores.flat(n))) weights.flat(n) = 0;
  //~ end
  //~ solution
  return matmul(weights, v);
}

//~ end
/// Attention of a decoder to what the encoder made of the source sentence, with several heads.
/// decoder (B, T, D): the decoder's positions; memory (B, S, D): the encoder's output.
/// Masks of the two sentences, 1 = token, 0 = padding: target_mask (B, T), memory_mask (B, S). Both come with
/// every batch; which of them matters here is for you to decide. A padded position of the target gets an
/// output like any other (the loss leaves it out). Every memory has at least one token.
/// w_q, w_k, w_v, w_o (D, D); every projection is y = x Wᵀ, without a bias. `heads` divides D.
/// Result (B, T, D).
Tensor cross_attention(const Tensor& decoder, const Tensor& memory, const Tensor& target_mask,
                       const Tensor& memory_mask, const Tensor& w_q, const Tensor& w_k, const Tensor& w_v,
                       const Tensor& w_o, int heads) {
  //~ stub
  // At hand: given::linear(x, weight, bias) is x Wᵀ + bias (no bias: Tensor({D}), zeros);
  // given::split_heads(x, heads), given::merge_heads(x).
  // 1. Who asks, and who answers? Project to queries, keys and values.
  // 2. Attention in each head; no query may attend to padding.
  // 3. Join the heads and project with w_o.
  return not_written("cross_attention");
  //~ solution
  const Tensor none({decoder.dim(2)});  // no bias
  //~ end
  //~ solution
  const Tensor q = given::linear(decoder, w_q, none);
  const Tensor k = given::linear(memory, w_k, none);
  const Tensor v = given::linear(memory, w_v, none);
  //~ wrong roles_swapped: decoder => memory | :linear(memory, w_k => :linear(decoder, w_k | :linear(memory, w_v => :linear(decoder, w_v
  //~ wrong attends_to_itself: :linear(memory, w_k => :linear(decoder, w_k | :linear(memory, w_v => :linear(decoder, w_v
  //~ wrong memory_attends_to_itself: decoder => memory
  //~ wrong keys_from_decoder: :linear(memory, w_k => :linear(decoder, w_k
  //~ wrong values_from_decoder: :linear(memory, w_v => :linear(decoder, w_v
  //~ wrong queries_and_values_of_memory: decoder => memory | :linear(memory, w_k => :linear(decoder, w_k
  //~ wrong queries_and_keys_swap_weights: w_q => w_k | memory, w_k => memory, w_q
  //~ wrong keys_and_values_swap_weights: w_k => w_v | v = given::linear(memory, w_v => v = given::linear(memory, w_k
  //~ wrong keys_as_values: given::linear(memory, w_v, none) => k
  //~ wrong memory_not_projected: given::linear(memory, w_k, none) => memory, v = memory | const Tensor v = given::linear(memory, w_v, none); =>
  //~ wrong values_not_projected: given::linear(memory, w_v, none) => memory
  //~ wrong weights_not_transposed, in_weights_not_transposed: given::linear(decoder, w_q, none => times(decoder, w_q
  //~ wrong weights_not_transposed, in_weights_not_transposed: given::linear(memory, w_k, none => times(memory, w_k
  //~ wrong weights_not_transposed, in_weights_not_transposed: given::linear(memory, w_v, none => times(memory, w_v
  //~ wrong first_head_for_all M07: w_q => first_rows(w_q, heads) | w_k => first_rows(w_k, heads) | w_v => first_rows(w_v, heads)
  //~ wrong projection_of_own_slice M07: w_q => block_diagonal(w_q, heads) | w_k => block_diagonal(w_k, heads) | w_v => block_diagonal(w_v, heads)
  //~ wrong shared_projection M07: w_q => repeated_block(w_q, heads) | w_k => repeated_block(w_k, heads) | w_v => repeated_block(w_v, heads)
  //~ end
  //~ solution
  const Tensor attended = attend(given::split_heads(q, heads), given::split_heads(k, heads),
                                 given::split_heads(v, heads), memory_mask);
  //~ wrong mask_of_the_target M04: memory_mask => target_mask
  //~ wrong one_wide_head: = attend(given::split_heads(q, heads), given::split_heads(k, heads), => =
  //~ wrong one_wide_head: given::split_heads(v, heads => attend(given::split_heads(q, 1), given::split_heads(k, 1), given::split_heads(v, 1
  //~ wrong split_by_reshape M02, reshaped_both_ways M02
  const Tensor attended = attend(cut(q, heads), cut(k, heads), cut(v, heads), memory_mask);
  //~ wrong target_rows_zeroed M04
  Tensor attended = attend(given::split_heads(q, heads), given::split_heads(k, heads),
                           given::split_heads(v, heads), memory_mask);
  for (int b = 0; b < attended.dim(0); ++b)
    for (int h = 0; h < heads; ++h)
      for (int t = 0; t < attended.dim(2); ++t)
        for (int c = 0; c < attended.dim(3); ++c)
          if (target_mask(b, t) == 0) attended(b, h, t, c) = 0;
  //~ wrong target_rows_nan M04 like target_rows_zeroed: ) = 0 => ) = std::numeric_limits<double>::quiet_NaN()
  //~ wrong target_rows_averaged M04
  Tensor attended = attend(given::split_heads(q, heads), given::split_heads(k, heads),
                           given::split_heads(v, heads), memory_mask);
  const Tensor values = given::split_heads(v, heads);  // a row of equal scores: the mean of all values
  for (int b = 0; b < attended.dim(0); ++b)
    for (int h = 0; h < heads; ++h)
      for (int t = 0; t < attended.dim(2); ++t)
        for (int c = 0; c < attended.dim(3); ++c)
          if (target_mask(b, t) == 0) {
            attended(b, h, t, c) = 0;
            for (int j = 0; j < values.dim(2); ++j)
              attended(b, h, t, c) += values(b, h, j, c) / values.dim(2);
          }
  //~ wrong query_split_by_reshape M02: = attend(given::split_heads(q, heads), given::split_heads(k, heads), => =
  //~ wrong query_split_by_reshape M02: given::split_heads(v => attend(cut(q, heads), given::split_heads(k, heads), given::split_heads(v
  //~ wrong key_split_by_reshape M02: = attend(given::split_heads(q, heads), given::split_heads(k, heads), => =
  //~ wrong key_split_by_reshape M02: given::split_heads(v => attend(given::split_heads(q, heads), cut(k, heads), given::split_heads(v
  //~ wrong value_split_by_reshape M02: = attend(given::split_heads(q, heads), given::split_heads(k, heads), => =
  //~ wrong value_split_by_reshape M02: given::split_heads(v => attend(given::split_heads(q, heads), given::split_heads(k, heads), cut(v
  //~ wrong split_interleaved M02, interleaved_both_ways M02 like split_by_reshape: cut(q, heads), cut(k, heads), cut => deal_out(q, heads), deal_out(k, heads), deal_out
  //~ wrong target_mask_on_queries M04 like target_rows_averaged: memory_mask => Tensor::full(memory_mask.shape(), 1)
  //~ wrong target_mask_on_queries_zero M04 like target_rows_zeroed: memory_mask => Tensor::full(memory_mask.shape(), 1)
  //~ wrong target_mask_on_queries_nan M04 like target_rows_nan: memory_mask => Tensor::full(memory_mask.shape(), 1)
  //~ end
  //~ solution
  // target_mask is not needed: a padded query does no harm, nobody reads its output
  const Tensor joined = given::merge_heads(attended);
  //~ wrong merged_by_reshape M01, reshaped_both_ways M02: given::merge_heads(attended => attended.reshape({q.dim(0), q.dim(1), q.dim(2)}
  //~ wrong merged_interleaved M01, interleaved_both_ways M02
  Tensor joined(q.shape());
  for (int b = 0; b < q.dim(0); ++b)
    for (int t = 0; t < q.dim(1); ++t)
      for (int c = 0; c < q.dim(2); ++c) joined(b, t, c) = attended(b, c % heads, t, c / heads);
  //~ end
  //~ solution
  return given::linear(joined, w_o, none);
  //~ wrong no_output_projection: given::linear(joined, w_o, none) => joined
  //~ wrong weights_not_transposed, out_weight_not_transposed: given::linear(joined, w_o, none => times(joined, w_o
  //~ wrong residual_added: given => decoder + given
  //~ end
}
