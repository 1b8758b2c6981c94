#include "exercises/given.hpp"

// struct KeyValueCache { Tensor keys, values; };   (S, C) each, of the S tokens so far; (0, C) at first

/// Causal multi-head self-attention of N new tokens x (N, C), which follow those in the KV cache -> (N, C).
/// The keys and values of the new tokens are appended to the cache.
Tensor attend_cached(const Tensor& x, const given::AttentionWeights& weights, given::KeyValueCache& cache) {
  //~ stub
  // 1. Query, key and value of the new tokens: given::linear(x, weights.query) …
  // 2. What do the new tokens attend to? What may the first of them not see yet?
  // 3. Heads: given::split_heads, given::merge_heads; at the end weights.output.
  return not_written("attend_cached");
  //~ solution
  const Tensor query = given::linear(x, weights.query), key = given::linear(x, weights.key),
               value = given::linear(x, weights.value);
  const auto append = [](Tensor& rows, const Tensor& more) {
    std::vector<double> all = rows.values();
    all.insert(all.end(), more.values().begin(), more.values().end());
    rows = Tensor::of({rows.dim(0) + more.dim(0), more.dim(1)}, all);
  };
  const int before = cache.keys.dim(0);
  append(cache.keys, key);
  append(cache.values, value);
  Tensor mask({x.dim(0), cache.keys.dim(0)});
  for (int i = 0; i < mask.dim(0); ++i) {
    for (int j = 0; j <= before + i; ++j) mask(i, j) = 1;
  }
  const auto heads = [&](const Tensor& t) { return given::split_heads(t, weights.heads); };
  const Tensor mixed = given::attention(heads(query), heads(cache.keys), heads(cache.values), mask);
  return given::linear(given::merge_heads(mixed), weights.output);
  //~ wrong block_sees_its_future M03: j <= before + i => j < mask.dim(1)
  //~ wrong mask_from_the_start M03: j <= before + i => j <= i
  //~ wrong forgets_the_past: append(cache.keys, key); => cache.keys = key; const int forgotten = 0;
  //~ wrong forgets_the_past: append(cache.values, value); => cache.values = value; | j <= before + i => j <= forgotten + i
  //~ wrong cache_stays_empty: return given::linear(given::merge_heads(mixed), weights.output); => cache = {Tensor({0, x.dim(1)}), Tensor({0, x.dim(1)})}; return given::linear(given::merge_heads(mixed), weights.output);
  //~ wrong new_ones_in_front: all.insert(all.end(), => all.insert(all.begin(),
  //~ wrong values_are_keys: append(cache.values, value); => append(cache.values, key);
  //~ wrong scale_missing M06: heads(query), => heads(query) * std::sqrt(x.dim(1) / weights.heads),
  //~ wrong scale_twice M06: heads(query), => heads(query) / std::sqrt(x.dim(1) / weights.heads),
  //~ wrong no_output_projection: return given::linear(given::merge_heads(mixed), weights.output) => return given::merge_heads(mixed)
  //~ end
}

/// The caches that go on: result[b] is caches[rows[b]]. (In beam search two hypotheses may come from one, and
/// others end.)
std::vector<given::KeyValueCache> select(const std::vector<given::KeyValueCache>& caches,
                                         const std::vector<int>& rows) {
  //~ stub
  // As many results as rows; one cache may be needed twice.
  return not_written("select");
  //~ solution
  std::vector<given::KeyValueCache> result;
  for (const int row : rows) result.push_back(caches[row]);
  return result;
  //~ wrong selected_in_place
  std::vector<given::KeyValueCache> result = caches;
  for (std::size_t b = 0; b < rows.size() && b < result.size(); ++b) result[b] = result[rows[b]];
  for (std::size_t b = result.size(); b < rows.size(); ++b) result.push_back(result[rows[b]]);
  result.resize(rows.size());
  return result;
  //~ wrong sent_not_fetched
  std::vector<given::KeyValueCache> result(rows.size(), caches[0]);
  for (std::size_t b = 0; b < rows.size() && b < caches.size(); ++b) {
    if (rows[b] < static_cast<int>(result.size())) result[rows[b]] = caches[b];
  }
  return result;
  //~ wrong sent_to_empty_places like sent_not_fetched: (rows.size(), caches[0]) => (rows.size())
  //~ wrong nobody_moves
  std::vector<given::KeyValueCache> result;
  for (std::size_t b = 0; b < rows.size(); ++b) result.push_back(caches[b % caches.size()]);
  return result;
  //~ end
}

/// The model: one new token and its position (<bos> is at 0) -> the logits (V) of the token after it.
/// It remembers in its cache what it was given before.
using NextLogits = std::function<Tensor(int token, int position)>;

/// Greedy decoding of one sentence with such a model: the tokens without <bos> and <eos>, at most
/// options.max_length. On a tie the smaller id wins. The model is asked exactly once for each token,
/// <eos> included.
std::vector<int> generate(const NextLogits& next_logits, const given::SearchOptions& options) {
  //~ stub
  // Which is the first question? And which is the only new thing in each further one?
  return not_written("generate");
  //~ solution
  std::vector<int> tokens;
  int newest = options.bos;
  for (int position = 0; position < options.max_length; ++position) {
    const Tensor logits = next_logits(newest, position);
    int best = 0;
    for (int v = 1; v < logits.size(); ++v) best = logits(v) > logits(best) ? v : best;
    if (best == options.eos) break;
    tokens.push_back(best);
    newest = best;
  }
  return tokens;
  //~ wrong prefix_again: const Tensor logits = next_logits(newest, position); => if (position > 0) next_logits(options.bos, 0); for (int p = 0; p + 1 < position; ++p) next_logits(tokens[p], p + 1); const Tensor logits = next_logits(newest, position);
  //~ wrong position_always_zero: next_logits(newest, position) => next_logits(newest, 0)
  //~ wrong positions_from_one: next_logits(newest, position) => next_logits(newest, position + 1)
  //~ wrong always_bos: newest = best; =>
  //~ wrong eos_kept: if (best == options.eos) break; => if (best == options.eos) { tokens.push_back(best); break; }
  //~ wrong eos_ignored: if (best == options.eos) break; =>
  //~ wrong one_too_many: position < options => position <= options
  //~ wrong last_of_equals: logits(v) > logits(best) => logits(v) >= logits(best)
  //~ end
}
