// The new tokens one after the other; the cache grows by copying into a larger tensor.
#include "exercises/given.hpp"

Tensor with_row(const Tensor& rows, const Tensor& from, int row) {
  Tensor more({rows.dim(0) + 1, from.dim(1)});
  for (int s = 0; s < rows.dim(0); ++s)
    for (int c = 0; c < rows.dim(1); ++c) more(s, c) = rows(s, c);
  for (int c = 0; c < from.dim(1); ++c) more(rows.dim(0), c) = from(row, c);
  return more;
}

Tensor attend_cached(const Tensor& x, const given::AttentionWeights& weights, given::KeyValueCache& cache) {
  const Tensor queries = given::linear(x, weights.query), keys = given::linear(x, weights.key),
               values = given::linear(x, weights.value);
  Tensor mixed({x.dim(0), weights.output.weight.dim(1)});
  for (int t = 0; t < x.dim(0); ++t) {
    cache.keys = with_row(cache.keys, keys, t);
    cache.values = with_row(cache.values, values, t);
    Tensor query({1, queries.dim(1)});
    for (int c = 0; c < query.dim(1); ++c) query(0, c) = queries(t, c);
    const Tensor heads = given::attention(given::split_heads(query, weights.heads),
                                          given::split_heads(cache.keys, weights.heads),
                                          given::split_heads(cache.values, weights.heads));
    const Tensor row = given::merge_heads(heads);
    for (int c = 0; c < mixed.dim(1); ++c) mixed(t, c) = row(0, c);
  }
  return given::linear(mixed, weights.output);
}

std::vector<given::KeyValueCache> select(const std::vector<given::KeyValueCache>& caches,
                                         const std::vector<int>& rows) {
  std::vector<given::KeyValueCache> result(rows.size());
  std::transform(rows.begin(), rows.end(), result.begin(),
                 [&](int row) { return caches.at(static_cast<std::size_t>(row)); });
  return result;
}

using NextLogits = std::function<Tensor(int token, int position)>;

std::vector<int> generate(const NextLogits& next_logits, const given::SearchOptions& options) {
  std::vector<int> said{options.bos};
  while (static_cast<int>(said.size()) <= options.max_length) {
    const std::vector<double> logits = next_logits(said.back(), static_cast<int>(said.size()) - 1).values();
    const int token = static_cast<int>(std::max_element(logits.begin(), logits.end()) - logits.begin());
    if (token == options.eos) break;
    said.push_back(token);
  }
  said.erase(said.begin());
  return said;
}
