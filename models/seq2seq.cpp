#include "models/seq2seq.hpp"

#include <algorithm>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

template <typename Model>
class Cached : public Continuation {
 public:
  Cached(const Model& model, const Tokens& source, std::int64_t max_length)
      : model_(model), max_length_(max_length), state_(model.begin(source, max_length + 1)) {}

  Array extend(const Tokens& tokens) override { return last_logits(model_.extend(tokens, state_)); }
  void select(const std::vector<std::int32_t>& rows) override {
    state_ = state_.select(rows, model_.options().pad);
  }
  std::int64_t max_length() const override { return max_length_; }

 private:
  Model model_;
  std::int64_t max_length_;
  decltype(std::declval<Model>().begin({}, 0)) state_;
};

template <typename Model>
class Recomputed : public Continuation {
 public:
  Recomputed(const Model& model, const Tokens& source, std::int64_t max_length)
      : model_(model),
        max_length_(max_length),
        source_(source),
        memory_(model.encode(source)),
        target_({source.dim(0), 0}, {}) {}

  Array extend(const Tokens& tokens) override {
    const NoGrad no_grad;
    target_ = append_columns(target_, tokens);
    return last_logits(model_.decode(target_, memory_, source_));
  }
  void select(const std::vector<std::int32_t>& rows) override {
    memory_ = KeyValueCache::of(memory_).select(rows).key_value;
    source_ = select_rows(source_, rows);
    target_ = select_rows(target_, rows);
  }
  std::int64_t max_length() const override { return max_length_; }

 private:
  Model model_;
  std::int64_t max_length_;
  Tokens source_;
  Variable memory_;
  Tokens target_;
};

BatchLogits logits_of(const EncoderDecoder& model) {
  return std::visit(
      [](const auto& m) -> BatchLogits {
        return [m](const Batch& batch) { return m(batch.source, batch.target_in); };
      },
      model);
}

std::int32_t pad_of(const EncoderDecoder& model) {
  return std::visit([](const auto& m) { return m.options().pad; }, model);
}

/// <bos> in each row.
Tokens openings(const Tokens& source, const DecodingOptions& options) {
  return {{source.dim(0), 1},
          std::vector<std::int32_t>(static_cast<std::size_t>(source.dim(0)), options.bos)};
}

}  // namespace

Module module_of(const EncoderDecoder& model) {
  return std::visit([](const auto& m) -> Module { return m; }, model);
}

std::int64_t max_length(const EncoderDecoder& model) {
  return std::visit([](const auto& m) { return m.max_length(); }, model);
}

TrainingTask seq2seq_task(const EncoderDecoder& model, std::vector<Example> train_set,
                          std::vector<Example> valid_set, const NextTokenOptions& options) {
  return next_token_task(module_of(model), logits_of(model), std::move(train_set), std::move(valid_set),
                         options);
}

double evaluate_loss(const EncoderDecoder& model, const std::vector<Example>& examples, std::size_t sentences,
                     SpecialIds ids) {
  return next_token_loss(module_of(model), logits_of(model), examples, sentences, ids);
}

std::unique_ptr<Continuation> begin_decoding(const EncoderDecoder& model, const Tokens& source,
                                             const DecodingOptions& options) {
  if (source.shape().rank() != 2)
    throw_error<ShapeError>("[decoding] source tokens of shape {}, not (B, S)", source.shape());
  require_evaluation_mode(module_of(model));
  const NoGrad no_grad;
  const std::int64_t wanted = options.max_length > 0 ? options.max_length : source.dim(1) + 50;
  const std::int64_t most = std::min(wanted, max_length(model) - 1);
  return std::visit(
      [&]<typename Model>(const Model& m) -> std::unique_ptr<Continuation> {
        if (options.key_value == KeyValue::cache) return std::make_unique<Cached<Model>>(m, source, most);
        return std::make_unique<Recomputed<Model>>(m, source, most);
      },
      model);
}

std::vector<Hypothesis> greedy_decode(const EncoderDecoder& model, const Tokens& source,
                                      const DecodingOptions& given) {
  DecodingOptions options = given;
  options.pad = pad_of(model);
  return greedy_decode(*begin_decoding(model, source, options), openings(source, options), options);
}

std::vector<std::vector<Hypothesis>> beam_search(const EncoderDecoder& model, const Tokens& source,
                                                 const BeamOptions& given) {
  check_beam(given);
  BeamOptions options = given;
  options.decoding.pad = pad_of(model);
  return beam_search(*begin_decoding(model, source, options.decoding), openings(source, options.decoding),
                     options);
}

}  // namespace heed
