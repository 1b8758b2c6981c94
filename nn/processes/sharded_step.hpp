// One step's loss and gradient, shared out to all processes.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
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
/// added by a GradientTree. The loss of every shard is divided by the tokens of the whole step before its
/// backward, and random streams are those of (seed, step, batch, shard): so the gradient has the same bits
/// for any number of processes. The gradients of the last shard leave while backward still goes on.
class ShardedStep {
 public:
  /// Throws UsageError when the processes cannot share the shards.
  ShardedStep(const TrainingTask& task, int shards, std::uint64_t seed, Communicator& processes);

  /// Leaves the sum in the gradients of the model's parameters, on every process.
  StepLoss operator()(std::int64_t step, std::span<const std::vector<std::size_t>> batches,
                      Afterwards wanted);

 private:
  /// The loss of a shard over all batches (of each, this process's shards with examples), whose gradient it
  /// gives to the tree.
  double run_shard(int shard, std::uint64_t number, std::span<const std::vector<LossSum>> batches,
                   Scalar share);

  const TrainingTask& task_;
  std::vector<Variable> parameters_;
  std::unordered_map<const Node*, std::size_t> places_;  // of the parameters
  Shards shards_;
  std::uint64_t seed_;
  Communicator& processes_;
  GradientTree tree_;
};

}  // namespace heed
