#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// Sentences of a batch are filled up to the longest. The mask says which keys are real: sequence b has
/// lengths[b] tokens, and then padding. lengths (B) -> (B, 1, 1, longest): 1 for a token, 0 for padding. The
/// axes are batch, head, query, key; those of length 1 stand for "the same for every head and for every
/// query".
Tensor padding_mask(const std::vector<int>& lengths, int longest) {
  //~ stub
  return not_written("padding_mask");
  //~ solution
  const int batch = int(lengths.size());
  Tensor mask({batch, 1, 1, longest});
  for (int b = 0; b < batch; ++b)
    for (int j = 0; j < lengths[b]; ++j) mask(b, 0, 0, j) = 1;
  return mask;
  //~ wrong query_axis M04: 1, longest => longest, 1 | lengths[b]; ++j) mask(b, 0, 0, j => longest; ++j) if (j < lengths[b]) mask(b, 0, j, 0
  //~ wrong batch_and_head_swapped M04: batch, 1 => 1, batch | lengths[b]; ++j) mask(b, 0 => longest; ++j) if (j < lengths[b]) mask(0, b
  //~ wrong batch_as_query M04: batch, 1, 1 => 1, 1, batch | lengths[b]; ++j) mask(b, 0, 0 => longest; ++j) if (j < lengths[b]) mask(0, 0, b
  //~ wrong head_axis M04: 1, 1, longest => longest, 1, 1 | lengths[b]; ++j) mask(b, 0, 0, j => longest; ++j) if (j < lengths[b]) mask(b, j, 0, 0
  //~ wrong two_axes M04: 1, 1, longest => longest | lengths[b]; ++j) mask(b, 0, 0 => longest; ++j) if (j < lengths[b]) mask(b
  //~ wrong inverted: lengths[b]; ++j => longest; ++j) if (j >= lengths[b]
  //~ wrong padding_in_front: lengths[b]; ++j => longest; ++j) if (j >= longest - lengths[b]
  //~ wrong ones_for_padding: j < lengths[b] => j < longest - lengths[b]
  //~ wrong one_too_many: lengths[b]; ++j => longest; ++j) if (j <= lengths[b]
  //~ wrong one_too_few: lengths[b]; ++j => longest; ++j) if (j < lengths[b] - 1
  //~ wrong additive: lengths[b]; ++j) mask(b, 0, 0, j) = 1 => longest; ++j) if (j >= lengths[b]) mask(b, 0, 0, j) = -std::numeric_limits<double>::infinity()
  //~ wrong all_visible: return mask => return Tensor::full(mask.shape(), 1)
  //~ end
}

/// The same from the token ids: everything but `pad` is a token.
/// ids: B rows of T ids, one row after the other -> (B, 1, 1, T).
Tensor padding_mask_of_ids(const std::vector<int>& ids, int batch, int pad) {
  //~ stub
  // Token t of sequence b is ids[b * T + t], and T is ids.size() / batch.
  return not_written("padding_mask_of_ids");
  //~ solution
  const int length = int(ids.size()) / batch;
  Tensor mask({batch, 1, 1, length});
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t) mask(b, 0, 0, t) = ids[b * length + t] != pad;
  return mask;
  //~ wrong query_axis M04: 1, length => length, 1 | 0, t => t, 0
  //~ wrong batch_and_head_swapped M04: batch, 1 => 1, batch | b, 0 => 0, b
  //~ wrong batch_as_query M04: batch, 1, 1 => 1, 1, batch | b, 0, 0 => 0, 0, b
  //~ wrong head_axis M04: 1, 1, length => length, 1, 1 | 0, 0, t => t, 0, 0
  //~ wrong two_axes M04: 1, 1, length => length | 0, 0, t => t
  //~ wrong inverted: ] != => ] ==
  //~ wrong zero_is_padding: pad => 0
  //~ wrong up_to_the_first_pad: t < length; => t < length && ids[b * length + t] != pad;
  //~ wrong ids_above_pad: ] != pad => ] > pad
  //~ wrong tokens_counted: t = 0; t < length; ++t) mask(b, 0, 0, t) = ids[b * length + t] != pad => t = 0, n = 0; t < length; ++t) if (ids[b * length + t] != pad) mask(b, 0, 0, n++) = 1
  //~ wrong columns_first M04: b * length + t => t * batch + b
  //~ wrong additive: pad; => pad ? 0 : -std::numeric_limits<double>::infinity();
  //~ wrong all_visible: return mask => return Tensor::full(mask.shape(), 1)
  //~ end
}

//~ wrong query_axis_zero M04, both_axes_zero M04, over_queries_zero M05, over_queries_uniform M05 with softmax_along
//~ wrong hidden_exponential F01, maximum_of_all_keys F01, exp_without_maximum F02, exp_without_maximum_of_visible F02, maximum_of_all_keys_of_visible F01 with masked_exponentials
//~ end
/// Attention weights under a padding mask: no query gives weight to padding.
/// scores (B, H, Tq, Tk), already scaled; mask (B, 1, 1, Tk), with at least one 1 for each sequence -> (B, H,
/// Tq, Tk): 0 where the key is padding, each row sums to 1.
Tensor padded_weights(const Tensor& scores, const Tensor& mask) {
  //~ stub
  return not_written("padded_weights");
  //~ solution
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, j) == 0) hidden(b, h, i, j) = -std::numeric_limits<double>::infinity();
  return given::softmax(hidden);
  //~ wrong finite_mask: -std::numeric_limits<double>::infinity() => -1e4
  //~ wrong finite_mask_of_a_hundred: -std::numeric_limits<double>::infinity() => -100
  //~ wrong query_axis M04: 0, j) = => 0, i) =
  //~ wrong query_axis_zero M04: j) == 0 => i) == 0 | given::softmax(hidden => softmax_along(3, hidden, 0
  //~ wrong query_axis_uniform M04: j) == 0) hidden(b, h, i, j) = -std::numeric_limits<double>::infinity() => i) == 0) hidden(b, h, i, j) = 0
  //~ wrong batch_and_head_swapped M04: mask(b, => mask(h,
  //~ wrong first_sequence_for_all M04: mask(b, => mask(0,
  //~ wrong mask_in_order M04: mask(b, 0, 0, j) => mask.flat((((b * scores.dim(1) + h) * scores.dim(2) + i) * scores.dim(3) + j) % mask.size())
  //~ wrong both_axes M04: = 0) hidden => = 0 || mask(b, 0, 0, i) == 0) hidden
  //~ wrong both_axes_zero M04: = 0) hidden => = 0 || mask(b, 0, 0, i) == 0) hidden | given::softmax(hidden => softmax_along(3, hidden, 0
  //~ wrong both_axes_uniform M04: 0, j) = => 0, i) == 0) hidden(b, h, i, j) = 0; else if (mask(b, 0, 0, j) =
  //~ wrong both_axes_as_scored M04: = 0) hidden => = 0 && mask(b, 0, 0, i) != 0) hidden
  //~ wrong no_effect M04: softmax(hidden => softmax(scores
  //~ wrong hidden_exponential F01: given::softmax(hidden) => exponentials_times_mask(scores, mask, mask)
  //~ wrong zero_times_infinity_zero M16: given::softmax(hidden) => Tensor(scores.shape())
  //~ wrong maximum_of_all_keys F01: given::softmax(hidden) => exponentials_times_mask(scores, mask, Tensor::full(mask.shape(), 1))
  //~ wrong maximum_of_all_keys_of_visible F01: given::softmax(hidden) => exponentials_of_visible(scores, mask, Tensor::full(mask.shape(), 1))
  //~ wrong exp_without_maximum F02: given::softmax(hidden) => exponentials_times_mask(scores, mask, Tensor(mask.shape()))
  //~ wrong exp_without_maximum_of_visible F02: given::softmax(hidden) => exponentials_of_visible(scores, mask, Tensor(mask.shape()))
  //~ wrong inverted: ) == => ) !=
  //~ wrong zero_scores: -std::numeric_limits<double>::infinity() => 0
  //~ wrong mask_added: if (mask(b, 0, 0, j) == 0) hidden(b, h, i, j) = -std::numeric_limits<double>::infinity() => hidden(b, h, i, j) += mask(b, 0, 0, j)
  //~ wrong after_softmax: = scores => = given::softmax(scores) | -std::numeric_limits<double>::infinity() => 0 | given::softmax(hidden) => hidden
  //~ wrong zero_times_infinity M16: if (mask(b, 0, 0, j) == 0) hidden(b, h, i, j) = => hidden(b, h, i, j) += (1 - mask(b, 0, 0, j)) *
  //~ wrong over_queries M05: given::softmax(hidden => transpose(given::softmax(transpose(hidden))
  //~ wrong over_queries_zero M05: given::softmax(hidden => softmax_along(2, hidden, 0
  //~ wrong over_queries_uniform M05: given::softmax(hidden => softmax_along(2, hidden, 1.0 / scores.dim(2)
  //~ wrong over_queries_unmasked M05: given::softmax(hidden => transpose(given::softmax(transpose(scores))
  //~ end
}
