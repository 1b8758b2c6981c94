#include "nn/training_step.hpp"

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
    throw_error<NumericError>("step {}: {}", step, error.what());
  }
  if (options_.schedule) optimizer_.set_learning_rate(report.learning_rate);
  optimizer_.step();
  return report;
}

}  // namespace heed
