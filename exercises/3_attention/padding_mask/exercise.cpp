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
  //~ wrong query_axis M04
  const int batch = int(lengths.size());
  Tensor mask({batch, 1, longest, 1});
  for (int b = 0; b < batch; ++b)
    for (int j = 0; j < longest; ++j)
      if (j < lengths[b]) mask(b, 0, j, 0) = 1;
  return mask;
  //~ wrong batch_and_head_swapped M04
  const int batch = int(lengths.size());
  Tensor mask({1, batch, 1, longest});
  for (int b = 0; b < batch; ++b)
    for (int j = 0; j < longest; ++j)
      if (j < lengths[b]) mask(0, b, 0, j) = 1;
  return mask;
  //~ wrong batch_as_query M04
  const int batch = int(lengths.size());
  Tensor mask({1, 1, batch, longest});
  for (int b = 0; b < batch; ++b)
    for (int j = 0; j < longest; ++j)
      if (j < lengths[b]) mask(0, 0, b, j) = 1;
  return mask;
  //~ wrong head_axis M04
  const int batch = int(lengths.size());
  Tensor mask({batch, longest, 1, 1});
  for (int b = 0; b < batch; ++b)
    for (int j = 0; j < longest; ++j)
      if (j < lengths[b]) mask(b, j, 0, 0) = 1;
  return mask;
  //~ wrong two_axes M04
  const int batch = int(lengths.size());
  Tensor mask({batch, longest});
  for (int b = 0; b < batch; ++b)
    for (int j = 0; j < longest; ++j)
      if (j < lengths[b]) mask(b, j) = 1;
  return mask;
  //~ wrong inverted
  const int batch = int(lengths.size());
  Tensor mask({batch, 1, 1, longest});
  for (int b = 0; b < batch; ++b)
    for (int j = 0; j < longest; ++j)
      if (j >= lengths[b]) mask(b, 0, 0, j) = 1;
  return mask;
  //~ wrong padding_in_front
  const int batch = int(lengths.size());
  Tensor mask({batch, 1, 1, longest});
  for (int b = 0; b < batch; ++b)
    for (int j = 0; j < longest; ++j)
      if (j >= longest - lengths[b]) mask(b, 0, 0, j) = 1;
  return mask;
  //~ wrong one_too_many
  const int batch = int(lengths.size());
  Tensor mask({batch, 1, 1, longest});
  for (int b = 0; b < batch; ++b)
    for (int j = 0; j < longest; ++j)
      if (j <= lengths[b]) mask(b, 0, 0, j) = 1;
  return mask;
  //~ wrong one_too_few
  const int batch = int(lengths.size());
  Tensor mask({batch, 1, 1, longest});
  for (int b = 0; b < batch; ++b)
    for (int j = 0; j < longest; ++j)
      if (j < lengths[b] - 1) mask(b, 0, 0, j) = 1;
  return mask;
  //~ wrong additive
  const int batch = int(lengths.size());
  Tensor mask({batch, 1, 1, longest});
  for (int b = 0; b < batch; ++b)
    for (int j = 0; j < longest; ++j)
      if (j >= lengths[b]) mask(b, 0, 0, j) = -std::numeric_limits<double>::infinity();
  return mask;
  //~ wrong all_visible
  return Tensor::full({int(lengths.size()), 1, 1, longest}, 1);
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
  //~ wrong query_axis M04
  const int length = int(ids.size()) / batch;
  Tensor mask({batch, 1, length, 1});
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t) mask(b, 0, t, 0) = ids[b * length + t] != pad;
  return mask;
  //~ wrong batch_and_head_swapped M04
  const int length = int(ids.size()) / batch;
  Tensor mask({1, batch, 1, length});
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t) mask(0, b, 0, t) = ids[b * length + t] != pad;
  return mask;
  //~ wrong batch_as_query M04
  const int length = int(ids.size()) / batch;
  Tensor mask({1, 1, batch, length});
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t) mask(0, 0, b, t) = ids[b * length + t] != pad;
  return mask;
  //~ wrong head_axis M04
  const int length = int(ids.size()) / batch;
  Tensor mask({batch, length, 1, 1});
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t) mask(b, t, 0, 0) = ids[b * length + t] != pad;
  return mask;
  //~ wrong two_axes M04
  const int length = int(ids.size()) / batch;
  Tensor mask({batch, length});
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t) mask(b, t) = ids[b * length + t] != pad;
  return mask;
  //~ wrong inverted
  const int length = int(ids.size()) / batch;
  Tensor mask({batch, 1, 1, length});
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t) mask(b, 0, 0, t) = ids[b * length + t] == pad;
  return mask;
  //~ wrong zero_is_padding
  const int length = int(ids.size()) / batch;
  Tensor mask({batch, 1, 1, length});
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t) mask(b, 0, 0, t) = ids[b * length + t] != 0;
  return mask;
  //~ wrong columns_first M04
  const int length = int(ids.size()) / batch;
  Tensor mask({batch, 1, 1, length});
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t) mask(b, 0, 0, t) = ids[t * batch + b] != pad;
  return mask;
  //~ wrong additive
  const int length = int(ids.size()) / batch;
  Tensor mask({batch, 1, 1, length});
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t)
      mask(b, 0, 0, t) = ids[b * length + t] != pad ? 0 : -std::numeric_limits<double>::infinity();
  return mask;
  //~ wrong all_visible
  return Tensor::full({batch, 1, 1, int(ids.size()) / batch}, 1);
  //~ end
}

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
  //~ wrong finite_mask
  Tensor hidden = scores;
  for (int n = 0; n < scores.size(); ++n)
    if (mask.flat(n / (scores.size() / scores.dim(0)) * scores.dim(3) + n % scores.dim(3)) == 0) hidden.flat(n) = -1e4;
  return given::softmax(hidden);
  //~ wrong query_axis M04
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, i) == 0) hidden(b, h, i, j) = -std::numeric_limits<double>::infinity();
  return given::softmax(hidden);
  //~ wrong query_axis_zero M04
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, i) == 0) hidden(b, h, i, j) = -std::numeric_limits<double>::infinity();
  Tensor weights = given::softmax(hidden);
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, i) == 0) weights(b, h, i, j) = 0;
  return weights;
  //~ wrong query_axis_uniform M04
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, i) == 0) hidden(b, h, i, j) = 0;
  return given::softmax(hidden);
  //~ wrong batch_and_head_swapped M04
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(h, 0, 0, j) == 0) hidden(b, h, i, j) = -std::numeric_limits<double>::infinity();
  return given::softmax(hidden);
  //~ wrong first_sequence_for_all M04
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(0, 0, 0, j) == 0) hidden(b, h, i, j) = -std::numeric_limits<double>::infinity();
  return given::softmax(hidden);
  //~ wrong mask_in_order M04
  Tensor hidden = scores;
  for (int n = 0; n < scores.size(); ++n)
    if (mask.flat(n % mask.size()) == 0) hidden.flat(n) = -std::numeric_limits<double>::infinity();
  return given::softmax(hidden);
  //~ wrong both_axes M04
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, j) == 0 || mask(b, 0, 0, i) == 0)
            hidden(b, h, i, j) = -std::numeric_limits<double>::infinity();
  return given::softmax(hidden);
  //~ wrong both_axes_zero M04
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, j) == 0 || mask(b, 0, 0, i) == 0)
            hidden(b, h, i, j) = -std::numeric_limits<double>::infinity();
  Tensor weights = given::softmax(hidden);
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, i) == 0) weights(b, h, i, j) = 0;
  return weights;
  //~ wrong both_axes_uniform M04
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, i) == 0)
            hidden(b, h, i, j) = 0;
          else if (mask(b, 0, 0, j) == 0)
            hidden(b, h, i, j) = -std::numeric_limits<double>::infinity();
  return given::softmax(hidden);
  //~ wrong both_axes_as_scored M04
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, j) == 0 && mask(b, 0, 0, i) != 0)
            hidden(b, h, i, j) = -std::numeric_limits<double>::infinity();
  return given::softmax(hidden);
  //~ wrong no_effect M04
  return given::softmax(scores);
  //~ wrong inverted
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, j) != 0) hidden(b, h, i, j) = -std::numeric_limits<double>::infinity();
  return given::softmax(hidden);
  //~ wrong zero_scores
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, j) == 0) hidden(b, h, i, j) = 0;
  return given::softmax(hidden);
  //~ wrong mask_added
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j) hidden(b, h, i, j) += mask(b, 0, 0, j);
  return given::softmax(hidden);
  //~ wrong after_softmax
  Tensor weights = given::softmax(scores);
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j) weights(b, h, i, j) *= mask(b, 0, 0, j);
  return weights;
  //~ wrong zero_times_infinity M16
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          hidden(b, h, i, j) += (1 - mask(b, 0, 0, j)) * -std::numeric_limits<double>::infinity();
  return given::softmax(hidden);
  //~ wrong over_queries M05
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, j) == 0) hidden(b, h, i, j) = -std::numeric_limits<double>::infinity();
  return transpose(given::softmax(transpose(hidden)));
  //~ wrong over_queries_zero M05
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, j) == 0) hidden(b, h, i, j) = -std::numeric_limits<double>::infinity();
  Tensor weights = transpose(given::softmax(transpose(hidden)));
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, j) == 0) weights(b, h, i, j) = 0;
  return weights;
  //~ wrong over_queries_uniform M05
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, j) == 0) hidden(b, h, i, j) = 0;
  return transpose(given::softmax(transpose(hidden)));
  //~ wrong over_queries_unmasked M05
  return transpose(given::softmax(transpose(scores)));
  //~ wrong additive
  Tensor hidden = scores;
  for (int b = 0; b < scores.dim(0); ++b)
    for (int h = 0; h < scores.dim(1); ++h)
      for (int i = 0; i < scores.dim(2); ++i)
        for (int j = 0; j < scores.dim(3); ++j)
          if (mask(b, 0, 0, j) == 0) hidden(b, h, i, j) = -std::numeric_limits<double>::infinity();
  return given::softmax(hidden);
  //~ end
}
