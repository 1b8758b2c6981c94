// One step of a training: the gradient of its batches, by all processes together, and the optimiser.
#pragma once

#include <span>
#include <vector>

#include "nn/processes/sharded_step.hpp"
#include "nn/trainer.hpp"

namespace heed::inline HEED_PRECISION {

class TrainingStep {
 public:
  TrainingStep(const TrainingTask& task, Optimizer& optimizer, const TrainingOptions& options);

  /// Moves the parameters by the gradient of all the batches together, clipped. Reports all but the epoch and
  /// what is to come. Throws NumericError where the loss or a gradient is not finite, before the parameters
  /// are moved.
  StepReport operator()(std::int64_t step, std::span<const std::vector<std::size_t>> batches,
                        Afterwards wanted);

  /// Says if some process wanted the training to end, in the last step.
  bool asked_to_stop() const { return asked_to_stop_; }

 private:
  std::vector<Variable> parameters_;
  Optimizer& optimizer_;
  const TrainingOptions& options_;
  ShardedStep compute_gradient_;
  bool asked_to_stop_ = false;
};

/// Asks of a task, an optimiser and options all that a training needs, before its first step. Throws
/// UsageError that names what is missing, or cannot be.
void require_training(const TrainingTask& task, const Optimizer& optimizer, const TrainingOptions& options);

}  // namespace heed
