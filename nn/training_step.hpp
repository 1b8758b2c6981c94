// One step of a training: the gradient of its batches, by all processes together, and the optimiser.
#pragma once

#include <span>
#include <vector>

#include "nn/processes/gradient_tree.hpp"
#include "nn/trainer.hpp"

namespace heed::inline HEED_PRECISION {

/// Cuts each batch of a step into shards (dealt()). A process computes the gradients of its own; all are
/// added by sum_over_shards(). The loss of every shard is divided by the tokens of the whole step before its
/// backward, and random streams are those of (seed, step, batch, shard): so the gradient has the same bits
/// for any number of processes.
class TrainingStep {
 public:
  /// Throws UsageError when the processes cannot share the shards.
  TrainingStep(const TrainingTask& task, Optimizer& optimizer, const TrainingOptions& options);

  /// Moves the parameters by the gradient of all the batches together, clipped. Reports all but the epoch and
  /// what is to come. Throws NumericError where the loss or a gradient is not finite, before the parameters
  /// are moved. `stop`: this process wants the training to end after the step.
  StepReport operator()(std::int64_t step, std::span<const std::vector<std::size_t>> batches, bool stop);

  /// Says if some process wanted the training to end, in the last step.
  bool asked_to_stop() const { return asked_to_stop_; }

 private:
  /// Leaves the sum in the gradients of the model's parameters, on every process.
  void compute_gradient(std::span<const std::vector<std::size_t>> batches, double stop, StepReport& report);
  /// The loss of a shard over all batches (of each, this process's shards with examples), whose gradient it
  /// leaves in the parameters.
  double run_shard(int shard, std::uint64_t number, std::span<const std::vector<LossSum>> batches,
                   Scalar share);
  /// Takes the gradients out of the parameters, one behind the other; zeros where a shard has none.
  Array take_gradients();
  void give_gradients(const Array& all);

  const TrainingTask& task_;
  std::vector<Variable> parameters_;
  Optimizer& optimizer_;
  const TrainingOptions& options_;
  Communicator& processes_;
  Shards shards_;
  bool asked_to_stop_ = false;
};

/// Asks of a task, an optimiser and options all that a training needs, before its first step. Throws
/// UsageError that names what is missing, or cannot be.
void require_training(const TrainingTask& task, const Optimizer& optimizer, const TrainingOptions& options);

}  // namespace heed
