#include "exercises/given.hpp"

namespace {

void push_row(Tensor& rows, const Tensor& x, int i) {
  Tensor longer({rows.dim(0) + 1, x.dim(1)});
  for (int n = 0; n < rows.size(); ++n) longer.flat(n) = rows.flat(n);
  for (int c = 0; c < x.dim(1); ++c) longer(rows.dim(0), c) = x(i, c);
  rows = longer;
}

}  // namespace

// Token by token: what is in the cache is what it may see, so that no mask is needed.
Tensor attend_cached(const Tensor& x, const given::AttentionWeights& weights, given::KeyValueCache& cache) {
  const Tensor q = given::linear(x, weights.query), k = given::linear(x, weights.key),
               v = given::linear(x, weights.value);
  const int width = x.dim(1), d = width / weights.heads;
  Tensor mixed({x.dim(0), width});
  for (int i = 0; i < x.dim(0); ++i) {
    push_row(cache.keys, k, i);
    push_row(cache.values, v, i);
    const int seen = cache.keys.dim(0);
    for (int first = 0; first < width; first += d) {
      Tensor scores({seen});
      for (int j = 0; j < seen; ++j) {
        for (int c = first; c < first + d; ++c) scores(j) += q(i, c) * cache.keys(j, c) / std::sqrt(d);
      }
      const Tensor p = given::softmax(scores);
      for (int j = 0; j < seen; ++j) {
        for (int c = first; c < first + d; ++c) mixed(i, c) += p(j) * cache.values(j, c);
      }
    }
  }
  return given::linear(mixed, weights.output);
}

std::vector<given::KeyValueCache> select(const std::vector<given::KeyValueCache>& caches,
                                         const std::vector<int>& rows) {
  std::vector<given::KeyValueCache> result(rows.size());
  std::transform(rows.begin(), rows.end(), result.begin(), [&](int row) { return caches.at(row); });
  return result;
}

std::vector<int> generate(const std::function<Tensor(int token, int position)>& next_logits,
                          const given::SearchOptions& options) {
  std::vector<int> all{options.bos};
  while (static_cast<int>(all.size()) <= options.max_length) {
    const Tensor logits = next_logits(all.back(), static_cast<int>(all.size()) - 1);
    const auto best = std::max_element(logits.values().begin(), logits.values().end());
    all.push_back(static_cast<int>(best - logits.values().begin()));
    if (all.back() == options.eos) {
      all.pop_back();
      break;
    }
  }
  return {all.begin() + 1, all.end()};
}
