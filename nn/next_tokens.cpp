#include "nn/next_tokens.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "autograd/ops.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/row_softmax.hpp"
#include "lib/core/error.hpp"
#include "lib/core/scalar.hpp"
#include "lib/core/without_nan_sign.hpp"

namespace heed::inline HEED_PRECISION {

void require_evaluation_mode(const Module& model) {
  if (model.training())
    throw_error<Error>("decoding with a model in training mode would apply dropout: call model.eval() first");
}

Tokens select_rows(const Tokens& tokens, const std::vector<std::int32_t>& rows) {
  const std::int64_t length = tokens.dim(1);
  std::vector<std::int32_t> ids;
  for (const std::int32_t row : rows) {
    const auto first = tokens.ids().begin() + row * length;
    ids.insert(ids.end(), first, first + length);
  }
  return {{std::ssize(rows), length}, std::move(ids)};
}

Array last_logits(const Variable& logits) {
  const std::int64_t steps = logits.dim(1);
  return slice(logits, 1, steps - 1, steps).value().reshape({logits.dim(0), -1});
}

void require_logits(const Array& logits, std::int64_t rows) {
  if (!logits.defined() || logits.rank() != 2 || logits.dim(0) != rows)
    throw_error<ShapeError>("[decoding] extend() gave logits {} for tokens of {} rows, not ({}, V)",
                            logits.defined() ? fmt::format("{}", logits.shape()) : "that are undefined", rows,
                            rows);
}

NextTokens::NextTokens(Continuation& sequences, const Tokens& prompt, const DecodingOptions& options)
    : sequences_(sequences), prompt_(prompt), options_(options) {
  if (prompt.shape().rank() != 2 || prompt.dim(1) < 1)
    throw_error<ShapeError>("[decoding] a prompt of shape {}, not (B, T) with at least one token",
                            prompt.shape());
  rows_ = prompt.dim(0);
  if (options.max_length < 0)
    throw_error<UsageError>("a maximum length of {}: must be at least 0", options.max_length);
  const std::int64_t most = sequences.max_length();
  max_length_ = options.max_length > 0 ? std::min(options.max_length, most) : most;
  if (!options.max_lengths.empty() && std::ssize(options.max_lengths) != rows_)
    throw_error<UsageError>("{} maximum lengths for {} rows", options.max_lengths.size(), rows_);
  for (std::size_t row = 0; row < static_cast<std::size_t>(rows_); ++row) {
    if (std::ssize(options.prefix) > max_length(row))
      throw_error<UsageError>("a prefix of {} tokens: a result may have at most {}", options.prefix.size(),
                              max_length(row));
  }
  for (const std::int32_t token : options.prefix) {
    if (token < 0 || token == options.pad || token == options.bos || token == options.eos ||
        token == options.unknown)
      throw_error<UsageError>("token {} cannot be in a prefix", token);
  }
}

Array NextTokens::first() { return log_probabilities(sequences_.extend(prompt_)); }

Array NextTokens::advance(const std::vector<std::int32_t>& parents, const std::vector<std::int32_t>& tokens) {
  bool same = std::ssize(parents) == rows_;
  for (std::size_t i = 0; same && i < parents.size(); ++i) same = parents[i] == static_cast<std::int32_t>(i);
  if (!same) sequences_.select(parents);
  rows_ = std::ssize(parents);
  ++length_;
  return log_probabilities(sequences_.extend(Tokens({rows_, 1}, tokens)));
}

Array NextTokens::log_probabilities(const Array& logits) const {
  // The model's own probabilities: those of the others do not grow because some tokens are left out.
  require_logits(logits, rows_);
  Array log_p = log_softmax_rows(logits);
  const std::int64_t classes = log_p.dim(1);
  constexpr Scalar never = -std::numeric_limits<Scalar>::infinity();
  const std::int32_t* const only = length_ < options_.prefix.size() ? &options_.prefix[length_] : nullptr;
  if (only != nullptr && *only >= classes && rows_ > 0)
    throw_error<UsageError>("a prefix with token {} of {}", *only, classes);
  Scalar* row = log_p.mutable_data();
  for (std::int64_t r = 0; r < rows_; ++r, row += classes) {
    if (const Scalar* const nan = std::find_if(row, row + classes, [](Scalar v) { return std::isnan(v); });
        nan != row + classes)
      throw_error<NumericError>(
          "the model computes {} for the next token: its weights are damaged or diverged in training",
          without_nan_sign(*nan));
    if (std::none_of(row, row + classes, [](Scalar v) { return std::isfinite(v); }))
      throw_error<NumericError>("the model gives no token any probability: its weights are damaged");
    for (const std::int32_t token : {options_.pad, options_.bos, options_.unknown})
      if (token >= 0 && token < classes) row[token] = never;
    if (only == nullptr) continue;
    const Scalar p = row[*only];
    std::fill_n(row, classes, never);
    row[*only] = p;
  }
  return log_p;
}

namespace {

class Ensemble : public Continuation {
 public:
  explicit Ensemble(std::vector<std::unique_ptr<Continuation>> members) : members_(std::move(members)) {
    if (members_.empty()) throw_error<UsageError>("an ensemble of no models");
  }

  Array extend(const Tokens& tokens) override {
    std::vector<Array> log_p;
    for (const auto& member : members_) {
      const Array logits = member->extend(tokens);
      require_logits(logits, tokens.dim(0));
      log_p.push_back(log_softmax_rows(logits));
      if (log_p.back().shape() != log_p.front().shape())
        throw_error<Error>("[ensemble] models that give {} and {} for the same tokens", log_p.front().shape(),
                           log_p.back().shape());
    }
    Array mean(log_p.front().shape());
    Scalar* const to = mean.mutable_data();
    parallel_for(mean.size(), 10.0 * static_cast<double>(members_.size()),
                 [&](std::int64_t i) { to[i] = log_mean(log_p, i); });
    return mean;
  }

  void select(const std::vector<std::int32_t>& rows) override {
    for (const auto& member : members_) member->select(rows);
  }

  std::int64_t max_length() const override {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const auto& member : members_) least = std::min(least, member->max_length());
    return least;
  }

 private:
  /// log (Σ_m p_m / M) of element i.
  static Scalar log_mean(const std::vector<Array>& log_p, std::int64_t i) {
    Scalar most = log_p.front().data()[i];
    for (const Array& one : log_p)
      most = std::isnan(one.data()[i]) ? one.data()[i] : std::max(most, one.data()[i]);
    if (!std::isfinite(most)) return most;
    double sum = 0;
    for (const Array& one : log_p) sum += std::exp(static_cast<double>(one.data()[i] - most));
    return most + static_cast<Scalar>(std::log(sum / static_cast<double>(log_p.size())));
  }

  std::vector<std::unique_ptr<Continuation>> members_;
};

}  // namespace

std::unique_ptr<Continuation> ensemble(std::vector<std::unique_ptr<Continuation>> members) {
  if (std::find(members.begin(), members.end(), nullptr) != members.end())
    throw_error<UsageError>("an ensemble of {} models, of which one is null", members.size());
  if (members.size() == 1) return std::move(members.front());
  return std::make_unique<Ensemble>(std::move(members));
}

}  // namespace heed
