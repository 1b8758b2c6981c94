// What greedy and beam search have in common: open hypotheses as rows of a batch, and the probabilities of
// what comes next in each. Private to nn.
#pragma once

#include <vector>

#include "nn/decoding.hpp"

namespace heed {

class NextTokens {
 public:
  NextTokens(const Transformer& model, const Tokens& source, const DecodingOptions& options);

  /// Row i continues what was row parents[i] by the token tokens[i]; rows that nobody continues are dropped.
  /// Returns the log-probabilities (rows, V) of the next token, -inf for padding and <bos>.
  Array advance(const std::vector<std::int32_t>& parents, const std::vector<std::int32_t>& tokens);

  std::int64_t max_length() const { return max_length_; }

 private:
  Array logits_cached(const std::vector<std::int32_t>& parents, const Tokens& tokens);
  Array logits_recomputed(const std::vector<std::int32_t>& parents, const std::vector<std::int32_t>& tokens);

  const Transformer& model_;
  DecodingOptions options_;
  std::int64_t max_length_;
  std::int64_t rows_;
  DecodingState state_;  // with a cache
  Tokens source_;        // without one: the source, the encoder's output
  Variable memory_;      // and the prefix of each row
  std::vector<std::vector<std::int32_t>> prefixes_;
};

}  // namespace heed
