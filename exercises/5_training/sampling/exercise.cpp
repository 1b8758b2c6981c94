#include "exercises/given.hpp"

/// softmax(logits / t): logits (V), t > 0 -> probabilities (V).
Tensor with_temperature(const Tensor& logits, double t) {
  //~ stub
  // Which makes differences larger: dividing by 0.5 or by 2?
  return not_written("with_temperature");
  //~ solution
  return given::softmax(logits / t);
  //~ wrong multiplied: logits / t => logits * t
  //~ wrong divided_probabilities: given::softmax(logits / t) => given::softmax(logits) / t
  //~ wrong temperature_ignored: logits / t => logits
  //~ wrong softmax_twice: given::softmax(logits / t) => given::softmax(given::softmax(logits) / t)
  //~ end
}

/// Keeps only the k most probable tokens, on a tie the smaller ids: p (V) -> (V), the others 0, the sum 1
/// again.
Tensor top_k(const Tensor& p, int k) {
  //~ stub
  // Sort the ids by probability (std::stable_sort with a lambda): this serves here and in top_p.
  return not_written("top_k");
  //~ solution
  std::vector<int> order(static_cast<std::size_t>(p.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return p(a) > p(b); });
  Tensor kept({p.size()});
  double total = 0;
  for (int i = 0; i < std::min(k, p.size()); ++i) {
    kept(order[i]) = p(order[i]);
    total += p(order[i]);
  }
  return kept / total;
  //~ wrong k_not_normalised F01: kept / total => kept
  //~ wrong k_least_probable: p(a) > p(b) => p(a) < p(b)
  //~ wrong k_one_more: std::min(k, => std::min(k + 1,
  //~ end
}

/// The fewest most probable tokens whose probabilities add up to at least `enough`: p (V) -> (V), the others
/// 0, the sum 1 again.
Tensor top_p(const Tensor& p, double enough) {
  //~ stub
  // Is the token with which the sum reaches `enough` kept?
  return not_written("top_p");
  //~ solution
  std::vector<int> order(static_cast<std::size_t>(p.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return p(a) > p(b); });
  Tensor kept({p.size()});
  double total = 0;
  for (const int token : order) {
    kept(token) = p(token);
    total += p(token);
    if (total >= enough) break;
  }
  return kept / total;
  //~ wrong p_not_normalised: kept / total => kept
  //~ wrong p_in_order_of_ids: std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return p(a) > p(b); }); =>
  //~ wrong p_last_one_missing: if (total >= enough) break; =>
  //~ wrong p_last_one_missing: kept(token) = p(token); => if (total > 0 && total + p(token) >= enough) break; kept(token) = p(token);
  //~ wrong p_as_threshold: if (total >= enough) break; =>
  //~ wrong p_as_threshold: kept(token) = p(token); => if (total > 0 && p(token) < 1 - enough) break; kept(token) = p(token);
  //~ end
}

/// The token that the number u of [0, 1) draws: the first at which the running sum p(0) + p(1) + … is above
/// u; the last of all if rounding keeps every sum at or below u.
int draw(const Tensor& p, double u) {
  //~ stub
  // Think of tokens as stretches of the line from 0 to 1, each as long as its probability. Where does u fall?
  return not_written("draw");
  //~ solution
  double sum = 0;
  for (int token = 0; token < p.size(); ++token) {
    sum += p(token);
    if (sum > u) return token;
  }
  return p.size() - 1;
  //~ wrong most_probable: double sum = 0; => return static_cast<int>(std::max_element(p.values().begin(), p.values().end()) - p.values().begin()); double sum = 0;
  //~ wrong first_above_u: sum += p(token); => sum = p(token);
  //~ wrong uniform: double sum = 0; => return static_cast<int>(u * p.size()); double sum = 0;
  //~ end
}

/// One token: temperature first, then top_k (0: all), then top_p of what top_k left; u draws it. A
/// temperature of 0 means: the most probable token (on a tie the smallest id).
int next_token(const Tensor& logits, const given::SamplingOptions& options, double u) {
  //~ stub
  // options.temperature, options.top_k, options.top_p. The four functions above do the work.
  return not_written("next_token");
  //~ solution
  if (options.temperature == 0) return draw(top_k(given::softmax(logits), 1), u);
  Tensor p = with_temperature(logits, options.temperature);
  if (options.top_k > 0) p = top_k(p, options.top_k);
  return draw(top_p(p, options.top_p), u);
  //~ wrong cuts_not_normalised: p = top_k(p, options.top_k); => { const Tensor kept = top_k(p, options.top_k); for (int v = 0; v < p.size(); ++v) p(v) = kept(v) > 0 ? p(v) : 0; }
  //~ wrong cuts_not_normalised: return draw(top_p(p, options.top_p), u); => const Tensor kept = top_p(p, options.top_p); for (int v = 0; v < p.size(); ++v) p(v) = kept(v) > 0 ? p(v) : 0; return draw(p, u);
  //~ wrong top_p_first: if (options.top_k > 0) => p = top_p(p, options.top_p); if (options.top_k > 0) | top_p(p, options.top_p), u) => p, u)
  //~ wrong temperature_last: with_temperature(logits, options.temperature) => given::softmax(logits)
  //~ wrong temperature_last: return draw(top_p(p, options.top_p), u) => p = top_p(p, options.top_p); for (int i = 0; i < p.size(); ++i) p(i) = std::pow(p(i), 1 / options.temperature); return draw(top_k(p, p.size()), u)
  //~ wrong forgets_top_k: if (options.top_k > 0) p = top_k(p, options.top_k); =>
  //~ wrong forgets_top_p: top_p(p, options.top_p), u) => p, u)
  //~ wrong temperature_of_zero_divides: if (options.temperature == 0) => if (options.temperature < 0)
  //~ end
}
