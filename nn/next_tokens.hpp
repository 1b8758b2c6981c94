// All ways to decode have this in common: open hypotheses as rows of a batch, and the probabilities of what
// comes next in each. Private to nn.
#pragma once

#include <algorithm>
#include <vector>

#include "nn/decoding.hpp"

namespace heed::inline HEED_PRECISION {

/// Throws ShapeError unless a Continuation's logits are (rows, V).
void require_logits(const Array& logits, std::int64_t rows);

class NextTokens {
 public:
  /// Throws ShapeError unless the prompt is (B, T) with T ≥ 1.
  NextTokens(Continuation& sequences, const Tokens& prompt, const DecodingOptions& options);

  /// Log-probabilities (rows, V) of the token behind the prompt: the model's own, but -inf for what is not to
  /// be chosen: padding, <bos>, and all but the prefix's token.
  Array first();
  /// The same after row i has become what was row parents[i] with the token tokens[i]; rows that nobody
  /// continues are dropped.
  Array advance(const std::vector<std::int32_t>& parents, const std::vector<std::int32_t>& tokens);

  /// Returns how long a result may be: any, and that of a row of the prompt.
  std::int64_t max_length() const { return max_length_; }
  std::int64_t max_length(std::size_t row) const {
    return options_.max_lengths.empty() ? max_length_ : std::min(max_length_, options_.max_lengths[row]);
  }

 private:
  Array log_probabilities(const Array& logits) const;

  Continuation& sequences_;
  Tokens prompt_;
  DecodingOptions options_;
  std::int64_t max_length_;
  std::int64_t rows_;
  std::size_t length_ = 0;  // tokens of each row behind the prompt
};

}  // namespace heed
