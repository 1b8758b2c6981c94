#include "exercises/given.hpp"
#include "exercises/learn.hpp"

//~ wrong hidden_exponential with masked_exponentials
//~ end
/// Returns the mask of a decoder: position i sees the positions up to itself, j ≤ i.
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
  //~ wrong everything_visible M03: return mask => return Tensor::full(mask.shape(), 1)
  //~ wrong itself_only: j = 0 => j = i
  //~ wrong additive: 0; j <= i; ++j) mask(i, j) = 1 => i + 1; j < length; ++j) mask(i, j) = -std::numeric_limits<double>::infinity()
  //~ end
}

/// The same when the queries are the last positions: with a KV cache, the keys of `keys` positions are known,
/// and only the last `queries` positions have a query. Query i is at position i + keys − queries, and sees
/// the keys up to there. queries ≤ keys -> (queries, keys).
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
  //~ wrong everything_visible M03: return mask => return Tensor::full(mask.shape(), 1)
  //~ wrong no_offset M03: i + keys - queries; => i;
  //~ wrong offset_by_queries M03: <= i + keys - queries; ++j) mask(i, j) = 1 => < keys; ++j) mask(i, j) = j <= i + queries
  //~ wrong offset_turned_round M03: <= i + keys - queries; ++j) mask(i, j) = 1 => < keys; ++j) mask(i, j) = j <= i - (keys - queries)
  //~ wrong old_keys_hidden M03: j = 0; j => j = keys - queries; j
  //~ wrong additive: 0; j <= i + keys - queries; ++j) mask(i, j) = 1 => i + keys - queries + 1; j < keys; ++j) mask(i, j) = -std::numeric_limits<double>::infinity()
  //~ end
}

/// Attention weights of a decoder from `scores`, which are scaled already: hide the future, then softmax.
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
  //~ wrong finite_mask: -std::numeric_limits<double>::infinity() => -1e4
  //~ wrong everything_visible M03: given::softmax(hidden) => given::softmax(scores)
  //~ wrong hidden_after_softmax M03: given::softmax(hidden) => given::softmax(scores) * mask
  //~ wrong zero_scores M03: given::softmax(hidden) => given::softmax(scores * mask)
  //~ wrong mask_added M03, additive: given::softmax(hidden) => given::softmax(scores + mask)
  //~ wrong over_queries M05: given::softmax(hidden) => transpose(given::softmax(transpose(hidden)))
  //~ wrong upper_triangle M03: mask.flat(n) == 0 => n % scores.dim(1) < n / scores.dim(1)
  //~ wrong strict M03: mask.flat(n) == 0 => n % scores.dim(1) >= n / scores.dim(1)
  //~ wrong one_ahead M03: mask.flat(n) == 0 => n % scores.dim(1) > n / scores.dim(1) + 1
  //~ wrong zero_times_infinity M16: if (mask.flat(n) == 0) hidden.flat(n) = => hidden.flat(n) += (1 - mask.flat(n)) *
  //~ wrong exp_without_maximum F01
  Tensor weights = scores;
  for (int i = 0; i < scores.dim(0); ++i) {
    double sum = 0;
    for (int j = 0; j < scores.dim(1); ++j) sum += weights(i, j) = j <= i ? std::exp(scores(i, j)) : 0;
    for (int j = 0; j < scores.dim(1); ++j) weights(i, j) /= sum;
  }
  return weights;
  //~ wrong hidden_exponential like everything_visible: given::softmax(scores) => exponentials_times_mask(scores, causal_mask(scores.dim(0)), causal_mask(scores.dim(0)))
  //~ wrong over_everything M05
  Tensor weights = scores;
  double sum = 0;
  for (int n = 0; n < scores.size(); ++n)
    sum += weights.flat(n) = n % scores.dim(1) <= n / scores.dim(1) ? std::exp(scores.flat(n)) : 0;
  return weights / sum;
  //~ end
}
