#include "exercises/given.hpp"

namespace {

Tensor both(const Tensor& a, const Tensor& b) {
  std::vector<double> values = a.values();
  for (const double v : b.values()) values.push_back(v);
  return Tensor::of({a.dim(0) + b.dim(0), b.dim(1)}, values);
}

}  // namespace

Tensor attend_cached(const Tensor& x, const given::AttentionWeights& weights, given::KeyValueCache& cache) {
  cache = {both(cache.keys, given::linear(x, weights.key)),
           both(cache.values, given::linear(x, weights.value))};
  const auto split = [&](const Tensor& t) { return given::split_heads(t, weights.heads); };
  const Tensor q = split(given::linear(x, weights.query));
  Tensor scores = matmul(q, transpose(split(cache.keys))) / std::sqrt(q.dim(-1));
  const int old = scores.dim(2) - scores.dim(1);
  for (int h = 0; h < scores.dim(0); ++h) {
    for (int i = 0; i < scores.dim(1); ++i) {
      for (int j = old + i + 1; j < scores.dim(2); ++j)
        scores(h, i, j) = -std::numeric_limits<double>::infinity();
    }
  }
  const Tensor mixed = matmul(given::softmax(scores), split(cache.values));
  return given::linear(given::merge_heads(mixed), weights.output);
}

std::vector<given::KeyValueCache> select(const std::vector<given::KeyValueCache>& caches,
                                         const std::vector<int>& rows) {
  std::vector<given::KeyValueCache> result;
  for (std::size_t b = 0; b < rows.size(); ++b) result.emplace_back(caches[rows[b]]);
  return result;
}

std::vector<int> generate(const std::function<Tensor(int token, int position)>& next_logits,
                          const given::SearchOptions& options) {
  std::vector<int> tokens;
  for (int token = options.bos; static_cast<int>(tokens.size()) < options.max_length;) {
    const Tensor logits = next_logits(token, static_cast<int>(tokens.size()));
    token = 0;
    for (int v = 0; v < logits.dim(0); ++v) {
      if (logits(v) > logits(token)) token = v;
    }
    if (token == options.eos) return tokens;
    tokens.push_back(token);
  }
  return tokens;
}
