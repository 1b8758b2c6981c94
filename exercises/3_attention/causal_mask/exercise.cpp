#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// Who may attend to whom in a decoder: position i sees the positions up to itself, j ≤ i.
/// -> (length, length): 1 where query i (row) may attend to key j (column), 0 where it may not.
Tensor causal_mask(int length) {
  //~ stub
  return not_written("causal_mask");
  //~ solution
  Tensor mask({length, length});
  for (int i = 0; i < length; ++i)
    for (int j = 0; j <= i; ++j) mask(i, j) = 1;
  return mask;
  //~ wrong upper_triangle M03: 0; j <= i => i; j < length
  //~ wrong strict M03: j <= i => j < i
  //~ wrong one_ahead M03: <= i; ++j) mask(i, j) = => < length; ++j) mask(i, j) = j <= i +
  //~ wrong inverted M03: <= i; ++j) mask(i, j) = 1 => < length; ++j) mask(i, j) = j > i
  //~ wrong everything_visible M03
  return Tensor::full({length, length}, 1);
  //~ wrong itself_only: +i) => +i) mask(i, i) = 1; | for (int j = 0; j <= i; ++j) mask(i, j) = 1; =>
  //~ wrong additive: 0; j <= i; ++j) mask(i, j) = 1 => i + 1; j < length; ++j) mask(i, j) = -std::numeric_limits<double>::infinity()
  //~ end
}

/// The same when the queries are the last of the positions: with a cache, `keys` positions are known, and
/// only the last `queries` of them ask. Query i stands at position i + keys − queries, and sees the keys up
/// to there. queries ≤ keys -> (queries, keys).
Tensor causal_mask_of_last(int queries, int keys) {
  //~ stub
  return not_written("causal_mask_of_last");
  //~ solution
  Tensor mask({queries, keys});
  for (int i = 0; i < queries; ++i)
    for (int j = 0; j <= i + keys - queries; ++j) mask(i, j) = 1;
  return mask;
  //~ wrong upper_triangle M03: 0; j <= i + keys - queries => i + keys - queries; j < keys
  //~ wrong strict M03: j <= i => j < i
  //~ wrong one_ahead M03: <= i + keys - queries; ++j) mask(i, j) = => < keys; ++j) mask(i, j) = j <= i + keys - queries +
  //~ wrong inverted M03: <= i + keys - queries; ++j) mask(i, j) = 1 => < keys; ++j) mask(i, j) = j > i + keys - queries
  //~ wrong everything_visible M03
  return Tensor::full({queries, keys}, 1);
  //~ wrong no_offset M03: i + keys - queries; => i;
  //~ wrong no_offset_strict M03: <= i + keys - queries => < i
  //~ wrong no_offset_one_ahead M03: <= i + keys - queries; ++j) mask(i, j) = => < keys; ++j) mask(i, j) = j <= i +
  //~ wrong no_offset_upper M03: 0; j <= i + keys - queries => i; j < keys
  //~ wrong no_offset_inverted M03: 0; j <= i + keys - queries => i + 1; j < keys
  //~ wrong offset_by_queries M03: <= i + keys - queries; ++j) mask(i, j) = 1 => < keys; ++j) mask(i, j) = j <= i + queries
  //~ wrong offset_turned_round M03: <= i + keys - queries; ++j) mask(i, j) = 1 => < keys; ++j) mask(i, j) = j <= i - (keys - queries)
  //~ wrong old_keys_hidden M03: j = 0; j => j = keys - queries; j
  //~ wrong additive: 0; j <= i + keys - queries; ++j) mask(i, j) = 1 => i + keys - queries + 1; j < keys; ++j) mask(i, j) = -std::numeric_limits<double>::infinity()
  //~ end
}

/// Attention weights of a decoder that reads `scores`, already scaled: hide the future, then softmax.
/// scores (T, T) -> weights (T, T): 0 above the diagonal, each row sums to 1.
Tensor causal_weights(const Tensor& scores) {
  //~ stub
  return not_written("causal_weights");
  //~ solution
  const Tensor mask = causal_mask(scores.dim(0));
  Tensor hidden = scores;
  for (int n = 0; n < hidden.size(); ++n)
    if (mask.flat(n) == 0) hidden.flat(n) = -std::numeric_limits<double>::infinity();
  return given::softmax(hidden);
  //~ wrong finite_mask
  Tensor hidden = scores;
  for (int i = 0; i < hidden.dim(0); ++i)
    for (int j = i + 1; j < hidden.dim(1); ++j) hidden(i, j) = -100;
  return given::softmax(hidden);
  //~ wrong finite_mask_of_ten like finite_mask: -100 => -10
  //~ wrong everything_visible M03
  return given::softmax(scores);
  //~ wrong upper_triangle M03: const Tensor mask = causal_mask(scores.dim(0)); => | n = 0; n < hidden.size(); ++n => i = 0; i < hidden.dim(0); ++i
  //~ wrong upper_triangle M03: if (mask.flat(n) == 0) hidden.flat(n => for (int j = 0; j < i; ++j) hidden(i, j
  //~ wrong hidden_after_softmax M03 like everything_visible: ) => ) * causal_mask(scores.dim(0))
  //~ wrong zero_scores M03 like everything_visible: scores => scores * causal_mask(scores.dim(0))
  //~ wrong mask_added M03 like everything_visible: scores => scores + causal_mask(scores.dim(0))
  //~ wrong over_queries M05 like finite_mask: 100 => std::numeric_limits<double>::infinity()
  //~ wrong over_queries M05 like finite_mask: given::softmax(hidden => transpose(given::softmax(transpose(hidden))
  //~ wrong strict M03: const Tensor mask = causal_mask(scores.dim(0)); => | n = 0; n < hidden.size(); ++n => i = 0; i < hidden.dim(0); ++i
  //~ wrong strict M03: if (mask.flat(n) == 0) hidden.flat(n => for (int j = i; j < hidden.dim(1); ++j) hidden(i, j
  //~ wrong strict_first_row_zero M03
  Tensor hidden = scores;
  for (int i = 0; i < hidden.dim(0); ++i)
    for (int j = i; j < hidden.dim(1); ++j) hidden(i, j) = -std::numeric_limits<double>::infinity();
  Tensor weights = given::softmax(hidden);
  for (int j = 0; j < weights.dim(1); ++j) weights(0, j) = 0;
  return weights;
  //~ wrong strict_first_row_everything M03 like finite_mask: i + 1; j < hidden.dim(1); ++j) hidden(i, j) = -100 => i; j < hidden.dim(1); ++j) hidden(i, j) = -1e9
  //~ wrong strict_first_row_as_scored M03: const Tensor mask = causal_mask(scores.dim(0)); =>
  //~ wrong strict_first_row_as_scored M03: n = 0; n < hidden.size(); ++n => i = 1; i < hidden.dim(0); ++i
  //~ wrong strict_first_row_as_scored M03: if (mask.flat(n) == 0) hidden.flat(n => for (int j = i; j < hidden.dim(1); ++j) hidden(i, j
  //~ wrong one_ahead M03: const Tensor mask = causal_mask(scores.dim(0)); => | n = 0; n < hidden.size(); ++n => i = 0; i < hidden.dim(0); ++i
  //~ wrong one_ahead M03: if (mask.flat(n) == 0) hidden.flat(n => for (int j = i + 2; j < hidden.dim(1); ++j) hidden(i, j
  //~ wrong zero_times_infinity M16
  Tensor hidden = scores;
  const Tensor mask = causal_mask(scores.dim(0));
  for (int n = 0; n < hidden.size(); ++n)
    hidden.flat(n) += (1 - mask.flat(n)) * -std::numeric_limits<double>::infinity();
  return given::softmax(hidden);
  //~ wrong inverted_last_row_zero M03 like strict_first_row_zero: for (int i = 0; i < hidden.dim(0); ++i) => const int last = hidden.dim(0) - 1;
  //~ wrong inverted_last_row_zero M03 like strict_first_row_zero: j = i; j < hidden.dim(1) => i = 0; i <= last; ++i) for (int j = 0; j <= i
  //~ wrong inverted_last_row_zero M03 like strict_first_row_zero: < weights.dim(1); ++j) weights(0 => <= last; ++j) weights(last
  //~ wrong inverted_last_row_as_scored M03: const Tensor mask = causal_mask(scores.dim(0)); =>
  //~ wrong inverted_last_row_as_scored M03: n = 0; n < hidden.size(); ++n => i = 0; i + 1 < hidden.dim(0); ++i
  //~ wrong inverted_last_row_as_scored M03: if (mask.flat(n) == 0) hidden.flat(n => for (int j = 0; j <= i; ++j) hidden(i, j
  //~ wrong inverted_last_row_everything M03 like finite_mask: i + 1; j < hidden.dim(1); ++j) hidden(i, j) = -100 => 0; j <= i; ++j) hidden(i, j) = -1e9
  //~ wrong additive like everything_visible: scores => scores + causal_mask(scores.dim(0))
  //~ wrong exp_without_maximum
  Tensor weights = scores;
  for (int i = 0; i < scores.dim(0); ++i) {
    double sum = 0;
    for (int j = 0; j < scores.dim(1); ++j) sum += weights(i, j) = j <= i ? std::exp(scores(i, j)) : 0;
    for (int j = 0; j < scores.dim(1); ++j) weights(i, j) /= sum;
  }
  return weights;
  //~ wrong over_everything M05
  Tensor weights = scores;
  double sum = 0;
  for (int i = 0; i < scores.dim(0); ++i)
    for (int j = 0; j < scores.dim(1); ++j) sum += weights(i, j) = j <= i ? std::exp(scores(i, j)) : 0;
  return weights / sum;
  //~ end
}
