// Sizes first, then everything is put into its place; the perplexity as a geometric mean.
#include "exercises/given.hpp"

std::vector<int> pack(const std::vector<std::vector<int>>& documents, int eos) {
  std::size_t tokens = documents.size();
  for (const std::vector<int>& document : documents) tokens += document.size();
  std::vector<int> stream(tokens, eos);
  std::size_t at = 0;
  for (const std::vector<int>& document : documents) {
    for (const int token : document) stream[at++] = token;
    ++at;
  }
  return stream;
}

std::vector<int> row_starts(int tokens, int length) {
  std::vector<int> starts(static_cast<std::size_t>(std::max(0, (tokens - 1) / length)));
  for (std::size_t r = 0; r < starts.size(); ++r) starts[r] = static_cast<int>(r) * length;
  return starts;
}

given::NextTokenBatch next_token_batch(const std::vector<int>& stream, const std::vector<int>& starts,
                                       int length) {
  const auto cut = [&](int offset) {
    std::vector<std::vector<int>> rows(starts.size(), std::vector<int>(static_cast<std::size_t>(length)));
    for (std::size_t r = 0; r < starts.size(); ++r)
      std::copy_n(stream.begin() + starts[r] + offset, length, rows[r].begin());
    return rows;
  };
  given::NextTokenBatch batch;
  batch.inputs = cut(0);
  batch.targets = cut(1);
  return batch;
}

double perplexity(const Tensor& logits, const std::vector<int>& targets) {
  double product = 1;
  const Tensor p = given::softmax(logits);
  for (std::size_t t = 0; t < targets.size(); ++t)
    product *= std::pow(p(static_cast<int>(t), targets[t]), -1.0 / static_cast<double>(targets.size()));
  return product;
}
