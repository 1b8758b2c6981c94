#include "nn/next_tokens.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "autograd/no_grad.hpp"
#include "lib/array/row_softmax.hpp"
#include "lib/core/error.hpp"
#include "lib/core/scalar.hpp"
#include "lib/core/without_nan_sign.hpp"

namespace heed {

NextTokens::NextTokens(const Transformer& model, const Tokens& source, const DecodingOptions& options)
    : model_(model), options_(options), rows_(source.dim(0)) {
  if (source.shape().rank() != 2)
    throw_error<ShapeError>("[decoding] source tokens of shape {}, not (B, S)", source.shape());
  if (model.training())
    throw_error<Error>("decoding with a model in training mode would apply dropout: call model.eval() first");
  const std::int64_t wanted = options.max_length > 0 ? options.max_length : source.dim(1) + 50;
  max_length_ = std::min(wanted, model.options().layer.max_length - 1);
  const NoGrad no_grad;
  if (options_.key_value == KeyValue::cache) {
    state_ = model.begin(source, max_length_ + 1);
  } else {
    source_ = source;
    memory_ = model.encode(source);
    prefixes_.resize(static_cast<std::size_t>(rows_));
  }
}

Array NextTokens::logits_cached(const std::vector<std::int32_t>& parents, const Tokens& tokens) {
  bool same = static_cast<std::int64_t>(parents.size()) == rows_;
  for (std::size_t i = 0; same && i < parents.size(); ++i) same = parents[i] == static_cast<std::int32_t>(i);
  if (!same) state_ = state_.select(parents, model_.options().pad);
  return model_.extend(tokens, state_).value();
}

Array NextTokens::logits_recomputed(const std::vector<std::int32_t>& parents,
                                    const std::vector<std::int32_t>& tokens) {
  const NoGrad no_grad;
  const KeyValueCache memory = KeyValueCache::of(memory_);
  memory_ = memory.select(parents).key_value;
  std::vector<std::vector<std::int32_t>> prefixes;
  std::vector<std::int32_t> source_ids, target_ids;
  const std::int64_t length = source_.dim(1);
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const auto parent = static_cast<std::size_t>(parents[i]);
    prefixes.push_back(prefixes_[parent]);
    prefixes.back().push_back(tokens[i]);
    target_ids.insert(target_ids.end(), prefixes.back().begin(), prefixes.back().end());
    const auto row = source_.ids().begin() + parents[i] * length;
    source_ids.insert(source_ids.end(), row, row + length);
  }
  prefixes_ = std::move(prefixes);
  const auto rows = static_cast<std::int64_t>(parents.size());
  const auto steps = static_cast<std::int64_t>(prefixes_.front().size());
  source_ = Tokens({rows, length}, std::move(source_ids));
  const Variable logits = model_.decode(Tokens({rows, steps}, std::move(target_ids)), memory_, source_);
  return slice(logits, 1, steps - 1, steps).value();
}

Array NextTokens::advance(const std::vector<std::int32_t>& parents, const std::vector<std::int32_t>& tokens) {
  const auto rows = static_cast<std::int64_t>(parents.size());
  const Array logits = options_.key_value == KeyValue::cache
                           ? logits_cached(parents, Tokens({rows, 1}, tokens))
                           : logits_recomputed(parents, tokens);
  rows_ = rows;
  // The model's own probabilities: those of the others do not grow because <pad> and <bos> are left out.
  Array log_p = log_softmax_rows(logits.reshape({rows, -1}));
  const std::int64_t classes = log_p.dim(1);
  Scalar* x = log_p.mutable_data();
  for (std::int64_t i = 0; i < log_p.size(); ++i) {
    if (!std::isnan(x[i])) continue;
    throw_error<NumericError>(
        "the model computes {} for the next token: its weights are damaged or diverged in training",
        without_nan_sign(x[i]));
  }
  for (std::int64_t r = 0; r < rows; ++r) {
    if (std::none_of(x + r * classes, x + (r + 1) * classes, [](Scalar v) { return std::isfinite(v); }))
      throw_error<NumericError>("the model gives no token any probability: its weights are damaged");
    for (std::int32_t never : {model_.options().pad, options_.bos}) {
      if (never >= 0 && never < classes) x[r * classes + never] = -std::numeric_limits<Scalar>::infinity();
    }
  }
  return log_p;
}

}  // namespace heed
