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
  //~ wrong head_axis M04: 1, 1, longest => longest, 1, 1 | lengths[b]; ++j) mask(b, 0, 0, j => longest; ++j) if (j < lengths[b]) mask(b, j, 0, 0
  //~ wrong two_axes M04: 1, 1, longest => longest | lengths[b]; ++j) mask(b, 0, 0 => longest; ++j) if (j < lengths[b]) mask(b
  //~ wrong inverted: lengths[b]; ++j => longest; ++j) if (j >= lengths[b]
  //~ wrong ones_for_padding: j < lengths[b] => j < longest - lengths[b]
  //~ wrong one_too_many: lengths[b]; ++j => longest; ++j) if (j <= lengths[b]
  //~ wrong one_too_few: lengths[b]; ++j => longest; ++j) if (j < lengths[b] - 1
  //~ wrong additive: lengths[b]; ++j) mask(b, 0, 0, j) = 1 => longest; ++j) if (j >= lengths[b]) mask(b, 0, 0, j) = -std::numeric_limits<double>::infinity()
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
  //~ wrong head_axis M04: 1, 1, length => length, 1, 1 | 0, 0, t => t, 0, 0
  //~ wrong two_axes M04: 1, 1, length => length | 0, 0, t => t
  //~ wrong inverted: ] != => ] ==
  //~ wrong zero_is_padding: pad => 0
  //~ wrong up_to_the_first_pad: t < length; => t < length && ids[b * length + t] != pad;
  //~ wrong additive: pad; => pad ? 0 : -std::numeric_limits<double>::infinity();
  //~ end
}

//~ wrong hidden_exponential F01, exp_without_maximum F02 with masked_exponentials
//~ end
/// Attention weights under a padding mask: no query gives weight to padding.
/// scores (B, H, Tq, Tk), already scaled; mask (B, 1, 1, Tk) -> (B, H, Tq, Tk): 0 where the key is padding,
/// each row sums to 1. In a sequence without any token nobody sees anything: all its weights are 0.
Tensor padded_weights(const Tensor& scores, const Tensor& mask) {
  //~ stub
  // In a row in which everything is hidden, which number does softmax divide by which?
  return not_written("padded_weights");
  //~ solution
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, j) == 0) hidden(b, h, i, j) = -std::numeric_limits<double>::infinity();
  Tensor weights = given::softmax(hidden);
  //~ wrong finite_mask: -std::numeric_limits<double>::infinity() => -1e4
  //~ wrong query_axis M04: 0, j) = => 0, i) =
  //~ wrong batch_and_head_swapped M04: mask(b, => mask(h,
  //~ wrong first_sequence_for_all M04: mask(b, => mask(0,
  //~ wrong both_axes M04: = 0) hidden => = 0 || mask(b, 0, 0, i) == 0) hidden
  //~ wrong no_effect M04: softmax(hidden => softmax(scores
  //~ wrong hidden_exponential F01: given::softmax(hidden) => exponentials_times_mask(scores, mask, mask)
  //~ wrong exp_without_maximum F02: given::softmax(hidden) => exponentials_times_mask(scores, mask, Tensor(mask.shape()))
  //~ wrong inverted: ) == => ) !=
  //~ wrong zero_scores: -std::numeric_limits<double>::infinity() => 0
  //~ wrong mask_added: if (mask(b, 0, 0, j) == 0) hidden(b, h, i, j) = -std::numeric_limits<double>::infinity() => hidden(b, h, i, j) += mask(b, 0, 0, j)
  //~ wrong after_softmax: = scores => = given::softmax(scores) | -std::numeric_limits<double>::infinity() => 0 | given::softmax(hidden) => hidden
  //~ wrong zero_times_infinity M16: if (mask(b, 0, 0, j) == 0) hidden(b, h, i, j) = => hidden(b, h, i, j) += (1 - mask(b, 0, 0, j)) *
  //~ wrong over_queries M05: given::softmax(hidden => transpose(given::softmax(transpose(hidden))
  //~ end
  //~ solution
  const int each = weights.size() / mask.dim(0);
  for (int b = 0; b < mask.dim(0); ++b) {
    double tokens = 0;
    for (int j = 0; j < mask.dim(3); ++j) tokens += mask(b, 0, 0, j);
    if (tokens > 0) continue;
    for (int n = 0; n < each; ++n) weights.flat(b * each + n) = 0;
  }
  return weights;
  //~ wrong nan_row M16: tokens > 0 => true
  //~ wrong uniform_row M16: weights.flat(b * each + n) = 0 => weights.flat(b * each + n) = 1.0 / mask.dim(3)
  //~ wrong row_as_scored M16: weights.flat(b * each + n) = 0 => weights.flat(b * each + n) = given::softmax(scores).flat(b * each + n)
  //~ end
}
