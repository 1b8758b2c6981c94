// One step's loss and gradient, shared out to all processes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nn/processes/gradient_tree.hpp"
#include "nn/training_task.hpp"

namespace heed::inline HEED_PRECISION {

/// Names what a process wants after the step at hand.
enum class Afterwards { go_on, stop };

struct StepLoss {
  double loss = 0;  // nats a token; the same on every process
  std::int64_t tokens = 0;
  bool stop = false;  // some process asked to stop
};

/// Cuts each batch of a step into shards (dealt()). A process computes the gradients of its own; all are
/// added by sum_over_shards(). The loss of every shard is divided by the tokens of the whole step before its
/// backward, and random streams are those of (seed, step, batch, shard): so the gradient has the same bits
/// for any number of processes.
class ShardedStep {
 public:
  /// Throws UsageError when the processes cannot share the shards.
  ShardedStep(const TrainingTask& task, int shards, std::uint64_t seed, Communicator& processes);

  /// Leaves the sum in the gradients of the model's parameters, on every process.
  StepLoss operator()(std::int64_t step, std::span<const std::vector<std::size_t>> batches,
                      Afterwards wanted);

 private:
  /// The loss of a shard over all batches (of each, this process's shards with examples), whose gradient it
  /// leaves in the parameters.
  double run_shard(int shard, std::uint64_t number, std::span<const std::vector<LossSum>> batches,
                   Scalar share);
  /// Takes the gradients out of the parameters, one behind the other; zeros where a shard has none.
  Array take_gradients();
  void give_gradients(const Array& all);

  const TrainingTask& task_;
  std::vector<Variable> parameters_;
  Shards shards_;
  std::uint64_t seed_;
  Communicator& processes_;
};

}  // namespace heed
