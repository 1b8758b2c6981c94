#include "nn/training_step.hpp"

#include <algorithm>
#include <cmath>

#include "lib/core/error.hpp"
#include "lib/core/without_nan_sign.hpp"
#include "nn/clip_grad_norm.hpp"

namespace heed::inline HEED_PRECISION {

TrainingStep::TrainingStep(const TrainingTask& task, Optimizer& optimizer, const TrainingOptions& options)
    : parameters_(task.model.parameters()),
      optimizer_(optimizer),
      options_(options),
      compute_gradient_(task, options.shards, options.seed, *options.processes) {}

StepReport TrainingStep::operator()(std::int64_t step, std::span<const std::vector<std::size_t>> batches,
                                    Afterwards wanted) {
  StepReport report{.step = step};
  report.learning_rate = options_.schedule ? options_.schedule(step) : optimizer_.learning_rate();
  optimizer_.zero_grad();
  const StepLoss loss = compute_gradient_(step, batches, wanted);
  asked_to_stop_ = loss.stop;
  report.loss = loss.loss;
  report.target_tokens = loss.tokens;
  if (loss.tokens == 0) return report;  // nothing to learn from
  if (!std::isfinite(report.loss) && step == 1) {
    throw_error<NumericError>(
        "the loss is {} in step 1, before anything was learned: the weights or the data are not finite, or "
        "so large that they overflow; DetectAnomaly finds the op",
        without_nan_sign(report.loss));
  }
  if (!std::isfinite(report.loss)) {
    throw_error<NumericError>(
        "the loss became {} in step {}: lower the learning rate (it was {:.3g}), or look for the op with "
        "DetectAnomaly",
        without_nan_sign(report.loss), step, report.learning_rate);
  }
  try {
    report.gradient_norm = clip_grad_norm(parameters_, options_.clip);
  } catch (const NumericError& error) {
    throw_error<NumericError>("step {}: {}", step, error.message());
  }
  if (options_.schedule) optimizer_.set_learning_rate(report.learning_rate);
  optimizer_.step();
  return report;
}

namespace {

void require_functions(const TrainingTask& task) {
  const std::pair<const char*, bool> needed[]{{"batches", task.batches != nullptr},
                                              {"loss", task.loss != nullptr}};
  for (const auto& [name, given] : needed) {
    if (!given) throw_error<UsageError>("TrainingTask::{} is empty: train() needs that function", name);
  }
}

void require_own_parameters(const Module& model, const Optimizer& optimizer) {
  const std::vector<Variable> own = model.parameters();
  for (const Variable& given : optimizer.parameters()) {
    if (std::none_of(own.begin(), own.end(), [&](const Variable& p) { return p.same_as(given); }))
      throw_error<UsageError>(
          "the optimiser has a parameter '{}' of shape {} that the task's model does not have: give it "
          "parameters() of that model",
          given.name(), given.shape());
  }
}

void require_numbers(const TrainingOptions& options) {
  if (!(options.clip > 0))  // so that NaN is refused too
    throw_error<UsageError>(
        "gradients clipped to a norm of {}: must be above 0; infinity leaves them as they are", options.clip);
  if (options.epochs < 1) throw_error<UsageError>("{} epochs: must be at least 1", options.epochs);
  if (options.accumulate < 1)
    throw_error<UsageError>("accumulating {} batches: must be at least 1", options.accumulate);
  // Each shard of each batch of a step has a random stream of its own.
  if (options.accumulate * options.shards > 65'536)
    throw_error<UsageError>("accumulating {} batches of {} shards: a step has at most 65,536 of them",
                            options.accumulate, options.shards);
}

}  // namespace

void require_training(const TrainingTask& task, const Optimizer& optimizer, const TrainingOptions& options) {
  require_functions(task);
  require_own_parameters(task.model, optimizer);
  require_numbers(options);
  if (options.processes == nullptr)
    throw_error<UsageError>("TrainingOptions::processes is null: alone() is one process");
  if (const auto buffers = task.model.named_buffers(); options.processes->size() > 1 && !buffers.empty())
    throw_error<UsageError>(
        "the model has a buffer, '{}', that each of {} processes would change by its own shards: train it "
        "with 1 process, which has as many threads as you like",
        buffers.front().first, options.processes->size());
}

}  // namespace heed
