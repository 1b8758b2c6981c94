#include "nn/next_token_task.hpp"

#include <algorithm>
#include <memory>

#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "lib/core/special_ids.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

LossSum loss_of(const BatchLogits& logits, const Batch& batch, double label_smoothing) {
  return {batch.target_tokens, [logits, batch, label_smoothing] {
            return cross_entropy(logits(batch), batch.target_out,
                                 {.ignore_index = SpecialIds().pad,
                                  .label_smoothing = label_smoothing,
                                  .reduction = Reduction::sum});
          }};
}

}  // namespace

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
