// The largest left is taken out again and again, without sorting.
#include "exercises/given.hpp"

Tensor with_temperature(const Tensor& logits, double t) {
  const double largest = *std::max_element(logits.values().begin(), logits.values().end());
  Tensor p(logits.shape());
  double sum = 0;
  for (int i = 0; i < p.size(); ++i) sum += p(i) = std::exp((logits(i) - largest) / t);
  for (int i = 0; i < p.size(); ++i) p(i) /= sum;
  return p;
}

int largest_but(const Tensor& p, const std::vector<bool>& taken) {
  int best = -1;
  for (int i = 0; i < p.size(); ++i)
    if (!taken[static_cast<std::size_t>(i)] && (best < 0 || p(i) > p(best))) best = i;
  return best;
}

Tensor most_probable(const Tensor& p, const std::function<bool(int count, double sum)>& suffices) {
  std::vector<bool> taken(static_cast<std::size_t>(p.size()), false);
  double sum = 0;
  for (int count = 0; count < p.size() && !suffices(count, sum); ++count) {
    const int best = largest_but(p, taken);
    taken[static_cast<std::size_t>(best)] = true;
    sum += p(best);
  }
  Tensor kept(p.shape());
  for (int i = 0; i < p.size(); ++i)
    if (taken[static_cast<std::size_t>(i)]) kept(i) = p(i) / sum;
  return kept;
}

Tensor top_k(const Tensor& p, int k) {
  return most_probable(p, [k](int count, double) { return count >= k; });
}

Tensor top_p(const Tensor& p, double enough) {
  return most_probable(p, [enough](int count, double sum) { return count > 0 && sum >= enough; });
}

int draw(const Tensor& p, double u) {
  std::vector<double> ends;
  std::partial_sum(p.values().begin(), p.values().end(), std::back_inserter(ends));
  const auto at = std::upper_bound(ends.begin(), ends.end(), u) - ends.begin();
  return std::min(static_cast<int>(at), p.size() - 1);
}

int next_token(const Tensor& logits, const given::SamplingOptions& options, double u) {
  const std::vector<bool> none(static_cast<std::size_t>(logits.size()), false);
  if (options.temperature == 0) return largest_but(logits, none);
  const Tensor p = with_temperature(logits, options.temperature);
  const Tensor some = options.top_k == 0 ? p : top_k(p, options.top_k);
  return draw(options.top_p >= 1 ? some : top_p(some, options.top_p), u);
}
