#include "nn/next_tokens.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lib/array/row_softmax.hpp"
#include "lib/core/error.hpp"
#include "lib/core/scalar.hpp"
#include "lib/core/without_nan_sign.hpp"

namespace heed {

void require_evaluation_mode(const Module& model) {
  if (model.training())
    throw_error<Error>("decoding with a model in training mode would apply dropout: call model.eval() first");
}

NextTokens::NextTokens(Continuation& sequences, const Tokens& prompt, const DecodingOptions& options)
    : sequences_(sequences), prompt_(prompt), options_(options) {
  if (prompt.shape().rank() != 2 || prompt.dim(1) < 1)
    throw_error<ShapeError>("[decoding] a prompt of shape {}, not (B, T) with at least one token",
                            prompt.shape());
  rows_ = prompt.dim(0);
  const std::int64_t most = sequences.max_length();
  max_length_ = options.max_length > 0 ? std::min(options.max_length, most) : most;
}

Array NextTokens::first() { return log_probabilities(sequences_.extend(prompt_)); }

Array NextTokens::advance(const std::vector<std::int32_t>& parents, const std::vector<std::int32_t>& tokens) {
  bool same = std::ssize(parents) == rows_;
  for (std::size_t i = 0; same && i < parents.size(); ++i) same = parents[i] == static_cast<std::int32_t>(i);
  if (!same) sequences_.select(parents);
  rows_ = std::ssize(parents);
  return log_probabilities(sequences_.extend(Tokens({rows_, 1}, tokens)));
}

Array NextTokens::log_probabilities(const Array& logits) const {
  // The model's own probabilities: those of the others do not grow because <pad> and <bos> are left out.
  Array log_p = log_softmax_rows(logits.reshape({rows_, -1}));
  const std::int64_t classes = log_p.dim(1);
  Scalar* x = log_p.mutable_data();
  for (std::int64_t i = 0; i < log_p.size(); ++i) {
    if (!std::isnan(x[i])) continue;
    throw_error<NumericError>(
        "the model computes {} for the next token: its weights are damaged or diverged in training",
        without_nan_sign(x[i]));
  }
  for (std::int64_t r = 0; r < rows_; ++r) {
    if (std::none_of(x + r * classes, x + (r + 1) * classes, [](Scalar v) { return std::isfinite(v); }))
      throw_error<NumericError>("the model gives no token any probability: its weights are damaged");
    for (std::int32_t never : {options_.pad, options_.bos}) {
      if (never >= 0 && never < classes) x[r * classes + never] = -std::numeric_limits<Scalar>::infinity();
    }
  }
  return log_p;
}

}  // namespace heed
