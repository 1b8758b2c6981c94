#include "exercises/given.hpp"

std::vector<int> pack(const std::vector<std::vector<int>>& documents, int eos) {
  return std::accumulate(documents.begin(), documents.end(), std::vector<int>(),
                         [eos](std::vector<int> all, const std::vector<int>& document) {
                           std::copy(document.begin(), document.end(), std::back_inserter(all));
                           all.push_back(eos);
                           return all;
                         });
}

std::vector<int> row_starts(int tokens, int length) {
  std::vector<int> starts;
  int start = 0;
  while (tokens - start > length) {
    starts.push_back(start);
    start += length;
  }
  return starts;
}

// Each row is cut one token longer: without its last one the inputs, without its first one the targets.
given::NextTokenBatch next_token_batch(const std::vector<int>& stream, const std::vector<int>& starts,
                                       int length) {
  given::NextTokenBatch batch;
  for (const int start : starts) {
    std::vector<int> row(stream.begin() + start, stream.begin() + start + length + 1);
    batch.targets.push_back({row.begin() + 1, row.end()});
    row.pop_back();
    batch.inputs.push_back(row);
  }
  return batch;
}

double perplexity(const Tensor& logits, const std::vector<int>& targets) {
  double bits = 0;
  const Tensor log_p = given::log_softmax(logits);
  for (int t = 0; t < logits.dim(0); ++t) bits -= log_p(t, targets.at(t)) / std::log(2.0);
  return std::exp2(bits / double(targets.size()));
}
