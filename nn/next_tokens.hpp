// All ways to decode have this in common: open hypotheses as rows of a batch, and the probabilities of what
// comes next in each. Private to nn.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "nn/decoding.hpp"

namespace heed::inline HEED_PRECISION {

/// Throws ShapeError unless a Continuation's logits are (rows, V).
void require_logits(const Array& logits, std::int64_t rows);

class NextTokens {
 public:
  /// Throws ShapeError unless the prompt is (B, T) with T ≥ 1.
  NextTokens(Continuation& sequences, const Tokens& prompt, const DecodingOptions& options);

  /// Log-probabilities (rows, V) of the token behind the prompt, -inf for padding and <bos>.
  Array first();
  /// The same after row i has become what was row parents[i] with the token tokens[i]; rows that nobody
  /// continues are dropped.
  Array advance(const std::vector<std::int32_t>& parents, const std::vector<std::int32_t>& tokens);

  /// Returns how long a result may be: any, and that of a row of the prompt.
  std::int64_t max_length() const { return max_length_; }
  std::int64_t max_length(std::size_t row) const {
    return options_.max_lengths.empty() ? max_length_ : std::min(max_length_, options_.max_lengths[row]);
  }
  /// By what the next token is to be chosen: the log-probabilities with the repetition penalty, and -inf for
  /// all but the prefix's token.
  const Array& ranked() const { return ranked_; }
  /// Continuation::attention() for the next token.
  Array attention() const { return sequences_.attention(); }

 private:
  Array log_probabilities(const Array& logits);
  Array rank(Array log_p) const;

  Continuation& sequences_;
  Tokens prompt_;
  DecodingOptions options_;
  std::int64_t max_length_;
  std::int64_t rows_;
  std::size_t length_ = 0;                          // tokens of each row behind the prompt
  std::vector<std::vector<std::int32_t>> written_;  // which they are; only for the repetition penalty
  Array ranked_;
};

/// One hypothesis a row. `choose` is given what ranked() says (rows, V), which row of the prompt each of them
/// continues, and the step, counted from 0; it returns the token of each.
using Choose = std::function<std::vector<std::int32_t>(
    const Array& ranked, const std::vector<std::size_t>& rows, std::int64_t step)>;
std::vector<Hypothesis> decode_token_by_token(Continuation& sequences, const Tokens& prompt,
                                              const DecodingOptions& options, const Choose& choose);

}  // namespace heed
