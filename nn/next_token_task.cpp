#include "nn/next_token_task.hpp"

#include <algorithm>
#include <memory>

#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "lib/core/special_ids.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

constexpr SpecialIds ids;

Tokens padded(const std::vector<std::vector<std::int32_t>>& rows) {
  TokenRows matrix = pad(rows, ids.pad);
  return {Shape{matrix.rows, matrix.length}, std::move(matrix.ids)};
}

LossSum loss_of(const BatchLogits& logits, const Batch& batch, double label_smoothing) {
  return {batch.target_tokens, [logits, batch, label_smoothing] {
            return cross_entropy(
                logits(batch), batch.target_out,
                {.ignore_index = ids.pad, .label_smoothing = label_smoothing, .reduction = Reduction::sum});
          }};
}

}  // namespace

Tokens make_sources(std::span<const std::vector<std::int32_t>> sources) {
  std::vector<std::vector<std::int32_t>> rows(sources.begin(), sources.end());
  for (auto& row : rows) row.push_back(ids.eos);
  return padded(rows);
}

Batch make_batch(const std::vector<Example>& examples, std::span<const std::size_t> indices) {
  std::vector<std::vector<std::int32_t>> source, in, out;
  Batch batch;
  for (std::size_t i : indices) {
    const Example& e = examples[i];
    source.push_back(e.source);
    in.emplace_back(1, e.before < 0 ? ids.bos : e.before)
        .insert(in.back().end(), e.target.begin(), e.target.end());
    out.emplace_back(e.target).push_back(ids.eos);
    if (!e.ends) in.back().pop_back(), out.back().pop_back();
    batch.target_tokens += static_cast<std::int64_t>(out.back().size());
  }
  batch.source = make_sources(source);
  batch.target_in = padded(in);
  batch.target_out = padded(out);
  return batch;
}

TrainingTask next_token_task(const Module& model, BatchLogits logits, std::vector<Example> train_set,
                             std::vector<Example> valid_set, const NextTokenOptions& options) {
  if (train_set.empty()) throw_error<Error>("there is nothing to train on: no sentences");
  TrainingTask task;
  task.model = model;
  // Shared, as whoever copies a function copies what it holds. Those of the epoch at hand.
  const auto examples = std::make_shared<std::vector<Example>>(std::move(train_set));
  const auto plan = std::make_shared<BatchPlan>(*examples, options.batches);
  task.batches = [examples, plan, options](std::uint64_t epoch) {
    if (options.examples_of) {
      *examples = options.examples_of(epoch);
      *plan = BatchPlan(*examples, options.batches);
    }
    return plan->epoch(epoch);
  };
  task.loss = [logits, examples, options](std::span<const std::size_t> indices) {
    return loss_of(logits, make_batch(*examples, indices), options.label_smoothing);
  };
  if (!valid_set.empty()) {
    const std::size_t sentences = std::max<std::size_t>(options.batches.sentences, 1);
    task.valid_loss = [model, logits,
                       valid = std::make_shared<const std::vector<Example>>(std::move(valid_set)),
                       sentences] { return next_token_loss(model, logits, *valid, sentences); };
  }
  return task;
}

double next_token_loss(const Module& model, const BatchLogits& logits, const std::vector<Example>& examples,
                       std::size_t sentences) {
  return mean_loss(model, BatchPlan(examples, {.sentences = sentences, .shuffle = false}).epoch(0),
                   [&](std::span<const std::size_t> indices) {
                     return loss_of(logits, make_batch(examples, indices), 0);
                   });
}

}  // namespace heed
