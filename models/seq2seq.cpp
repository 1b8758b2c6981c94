#include "models/seq2seq.hpp"

#include <algorithm>

#include "autograd/no_grad.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

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

/// Each row may become 50 tokens longer than its own source, whatever stands beside it.
void limit_rows(const Tokens& source, DecodingOptions& options) {
  if (options.max_length > 0 || source.shape().rank() != 2) return;
  const std::int64_t length = source.dim(1);
  for (std::int64_t r = 0; r < source.dim(0); ++r) {
    const auto row = source.ids().begin() + r * length;
    options.max_lengths.push_back(length - std::count(row, row + length, options.pad) + 50);
  }
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

double evaluate_loss(const EncoderDecoder& model, const std::vector<Example>& examples,
                     std::size_t sentences) {
  return next_token_loss(module_of(model), logits_of(model), examples, sentences);
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
      [&](const auto& m) -> std::unique_ptr<Continuation> {
        auto state = m.begin(source, most + 1);
        return std::make_unique<ModelContinuation<std::decay_t<decltype(m)>, decltype(state)>>(
            m, std::move(state), most);
      },
      model);
}

std::vector<Hypothesis> greedy_decode(const EncoderDecoder& model, const Tokens& source,
                                      const DecodingOptions& given) {
  DecodingOptions options = given;
  options.pad = pad_of(model);
  limit_rows(source, options);
  return greedy_decode(*begin_decoding(model, source, options), openings(source, options), options);
}

std::vector<std::vector<Hypothesis>> beam_search(const EncoderDecoder& model, const Tokens& source,
                                                 const BeamOptions& given) {
  check_beam(given);
  BeamOptions options = given;
  options.decoding.pad = pad_of(model);
  limit_rows(source, options.decoding);
  return beam_search(*begin_decoding(model, source, options.decoding), openings(source, options.decoding),
                     options);
}

std::vector<std::vector<Hypothesis>> generate(const std::vector<EncoderDecoder>& models, const Tokens& source,
                                              const GenerationOptions& given) {
  if (!given.sampling) check_beam(given.beam);
  if (models.empty()) throw_error<UsageError>("a translation by no model");
  BeamOptions beam = given.beam;
  DecodingOptions& decoding = beam.decoding;
  decoding.pad = pad_of(models.front());
  const auto begin = [&](const Tokens& rows) {
    std::vector<std::unique_ptr<Continuation>> members;
    for (const EncoderDecoder& model : models) members.push_back(begin_decoding(model, rows, decoding));
    return ensemble(std::move(members));
  };
  if (beam.beam > 1 && !given.sampling) {
    limit_rows(source, decoding);
    return beam_search(*begin(source), openings(source, decoding), beam);
  }
  const std::int64_t each = given.sampling ? std::max<std::int64_t>(beam.n_best, 1) : 1;
  std::vector<std::int32_t> rows;
  for (std::int64_t i = 0; i < source.dim(0) * each; ++i) rows.push_back(static_cast<std::int32_t>(i / each));
  const Tokens repeated = each == 1 ? source : select_rows(source, rows);
  limit_rows(repeated, decoding);
  const std::unique_ptr<Continuation> sequences = begin(repeated);
  std::vector<Hypothesis> flat;
  if (given.sampling) {
    SamplingOptions sampling = *given.sampling;
    sampling.decoding = decoding;
    flat = sample(*sequences, openings(repeated, decoding), sampling);
  } else {
    flat = greedy_decode(*sequences, openings(repeated, decoding), decoding);
  }
  std::vector<std::vector<Hypothesis>> results(static_cast<std::size_t>(source.dim(0)));
  for (std::size_t i = 0; i < flat.size(); ++i)
    results[static_cast<std::size_t>(rows[i])].push_back(std::move(flat[i]));
  for (std::vector<Hypothesis>& of_row : results)
    std::stable_sort(of_row.begin(), of_row.end(),
                     [](const Hypothesis& a, const Hypothesis& b) { return a.score > b.score; });
  return results;
}

}  // namespace heed
