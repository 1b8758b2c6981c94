#include "exercises/learn.hpp"

/// Returns the mask (Beltagy et al. 2020): 1 where query i may attend to key j, else 0, as (T, T).
/// A position attends to itself and to `window` neighbours on *each* side. A global position (their numbers
/// are in `global`, each once) attends to all positions, and all positions attend to it.
Tensor sparse_attention_pattern(int length, int window, const std::vector<int>& global) {
  //~ stub
  // 1. First the window: a condition on i − j.
  // 2. Then, for each global position, one row and one column.
  return not_written("sparse_attention_pattern");
  //~ solution
  Tensor pattern({length, length});
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j)
      if (std::abs(i - j) <= window) pattern(i, j) = 1;
  //~ wrong window_of_both_sides: window) => window / 2)
  //~ wrong window_one_short: ) <= window => ) < window
  //~ wrong window_one_too_far: std::abs(i - j) <= window => i - j <= window && j - i <= window + 1
  //~ wrong window_causal M03: std::abs(i - j) => j <= i && i - j
  //~ wrong window_without_itself: window) => window && i != j)
  //~ wrong inverted: ) <= window => ) > window
  //~ end
  //~ solution
  for (const int g : global)
    for (int t = 0; t < length; ++t) pattern(g, t) = pattern(t, g) = 1;
  return pattern;
  //~ wrong global_ignored: for (const int g : global) => | for (int t = 0; t < length; ++t) pattern(g, t) = pattern(t, g) = 1; =>
  //~ wrong global_rows_only: pattern(t, g) = 1 => 1
  //~ wrong global_columns_only: g, t) = pattern( =>
  //~ end
}

/// Attention over that pattern: softmax over the allowed keys of q_i · k_j / √d, times their values.
/// q and k (T, d), v (T, dv) -> (T, dv). The cost is O(T · window) without global positions: no
/// forbidden pair is computed or even looked at, in a (T, T) table or by a loop over all keys.
Tensor sparse_attention(const Tensor& q, const Tensor& k, const Tensor& v, int window,
                        const std::vector<int>& global) {
  //~ stub
  // 1. For query i: which keys? From which to which, without looking at all of them?
  // 2. Then the global keys, none of them twice. Is i itself global?
  return not_written("sparse_attention");
  //~ solution
  const int length = q.dim(0);
  //~ end
  //~ solution
  Tensor out({length, v.dim(1)});
  std::vector<bool> is_global(std::size_t(length), false);
  for (const int g : global) is_global[std::size_t(g)] = true;
  //~ wrong dense_with_mask
  const Tensor pattern = sparse_attention_pattern(length, window, global);
  Tensor scores = matmul(q, transpose(k)) / std::sqrt(q.dim(1));
  for (int i = 0; i < length; ++i) {
    double largest = -1e300, total = 0;
    for (int j = 0; j < length; ++j) largest = std::max(largest, pattern(i, j) > 0 ? scores(i, j) : largest);
    for (int j = 0; j < length; ++j) total += scores(i, j) = pattern(i, j) == 0 ? 0 : std::exp(scores(i, j) - largest);
    for (int j = 0; j < length; ++j) scores(i, j) /= total;
  }
  return matmul(scores, v);
  //~ wrong zero_scores_outside like dense_with_mask: pattern(i, j) == 0 ? 0 : std::exp(scores => std::exp(scores(i, j) * pattern
  //~ wrong not_normalised_again like dense_with_mask: pattern(i, j) == 0 ? 0 : std => std | /= => *= pattern(i, j) /
  //~ wrong softmax_over_queries M05 like dense_with_mask: i = 0; i < length; ++i => j = 0; j < length; ++j
  //~ wrong softmax_over_queries M05 like dense_with_mask: j = 0; j < length; ++j) largest => i = 0; i < length; ++i) largest
  //~ wrong softmax_over_queries M05 like dense_with_mask: j = 0; j < length; ++j) total => i = 0; i < length; ++i) total
  //~ wrong softmax_over_queries M05 like dense_with_mask: j = 0; j < length; ++j) scores => i = 0; i < length; ++i) scores
  //~ end
  //~ solution
  for (int i = 0; i < length; ++i) {
    std::vector<int> keys;
    if (is_global[std::size_t(i)]) {
      for (int j = 0; j < length; ++j) keys.push_back(j);
    } else {
      for (int j = std::max(0, i - window); j <= std::min(length - 1, i + window); ++j) keys.push_back(j);
      for (const int g : global)
        if (std::abs(i - g) > window) keys.push_back(g);
    }
    std::vector<double> weights;
    for (const int j : keys) {
      double sum = 0;
      for (int c = 0; c < q.dim(1); ++c) sum += q(i, c) * k(j, c);
      weights.push_back(sum / std::sqrt(q.dim(1)));
    }
    const double largest = *std::max_element(weights.begin(), weights.end());
    double total = 0;
    for (double& w : weights) total += w = std::exp(w - largest);
    for (std::size_t n = 0; n < keys.size(); ++n)
      for (int c = 0; c < v.dim(1); ++c) out(i, c) += weights[n] / total * v(keys[n], c);
  }
  //~ wrong attends_to_all: is_global[std::size_t(i)] => true
  //~ wrong attention_global_ignored: is_global[std::size_t(i)] => false | std::abs(i - g) > window => false
  //~ wrong dense_with_mask, zero_scores_outside, not_normalised_again, softmax_over_queries M05
  //~ wrong attention_causal M03: std::min(length - 1, i + window) => i | std::abs(i - g) > window => g < i - window || g > i
  //~ wrong attention_one_short: window); j <= std::min(length - 1, i + window => window + 1); j <= std::min(length - 1, i + window - 1
  //~ wrong attention_one_short: > window => >= window
  //~ wrong global_counted_twice: global) => global) keys.push_back(g); | if (std::abs(i - g) > window) keys.push_back(g); =>
  //~ wrong looks_at_every_key: for (int i = 0; i < length; ++i) { => const Tensor pattern = sparse_attention_pattern(length, window, {}); for (int i = 0; i < length; ++i) { | int j = std::max(0, i - window); j <= std::min(length - 1, i + window); ++j) keys => int j = 0; j < length; ++j) if (pattern(i, j) > 0) keys
  //~ wrong maximum_of_all in mistakes
  //~ wrong no_maximum: *std::max_element(weights.begin(), weights.end()) => 0
  //~ wrong scale_missing M06: sum / std::sqrt(q.dim(1)) => sum
  //~ wrong scale_twice M06: std::sqrt(q.dim(1) => q.dim(1
  //~ end
  //~ solution
  return out;
  //~ wrong dense_with_mask, zero_scores_outside, not_normalised_again, softmax_over_queries M05
  //~ end
}
