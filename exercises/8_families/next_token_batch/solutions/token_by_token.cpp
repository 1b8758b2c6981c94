#include "exercises/given.hpp"

std::vector<int> pack(const std::vector<std::vector<int>>& documents, int eos) {
  std::vector<int> stream;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    for (const int token : documents[i]) stream.push_back(token);
    stream.emplace_back(eos);
  }
  return stream;
}

std::vector<int> row_starts(int tokens, int length) {
  const int rows = tokens > 0 ? (tokens - 1) / length : 0;  // the first token is nobody's target
  std::vector<int> starts(static_cast<std::size_t>(rows));
  for (int r = 0; r < rows; ++r) starts[r] = r * length;
  return starts;
}

given::NextTokenBatch next_token_batch(const std::vector<int>& stream, const std::vector<int>& starts,
                                       int length) {
  const std::vector<std::vector<int>> empty(starts.size(),
                                            std::vector<int>(static_cast<std::size_t>(length)));
  given::NextTokenBatch batch{empty, empty};
  for (std::size_t r = 0; r < starts.size(); ++r) {
    for (int t = 0; t < length; ++t) {
      batch.inputs[r][t] = stream.at(starts[r] + t);
      batch.targets[r][t] = stream.at(starts[r] + t + 1);
    }
  }
  return batch;
}

double perplexity(const Tensor& logits, const std::vector<int>& targets) {
  const Tensor p = given::softmax(logits);
  double product = 1;
  for (int t = 0; t < p.dim(0); ++t) product *= std::pow(p(t, targets[t]), -1.0 / p.dim(0));
  return product;
}
