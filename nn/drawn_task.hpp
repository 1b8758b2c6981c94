// Training on examples that a program draws: there are as many as one likes, and none comes twice.
#pragma once

#include <functional>
#include <utility>

#include "nn/training_task.hpp"

namespace heed::inline HEED_PRECISION {

/// One epoch of `steps` batches. loss(step), steps from 0, draws that step's batch and gives the sum of its
/// losses, which is divided by `targets`.
inline TrainingTask drawn_task(const Module& model, std::int64_t steps, std::int64_t targets,
                               std::function<Variable(std::size_t step)> loss) {
  TrainingTask task;
  task.model = model;
  task.batches = [steps](std::uint64_t) {
    std::vector<std::vector<std::size_t>> batches;
    for (std::int64_t i = 0; i < steps; ++i) batches.push_back({static_cast<std::size_t>(i)});
    return batches;
  };
  task.loss = [targets, loss = std::move(loss)](std::span<const std::size_t> batch) {
    return LossSum{targets, [loss, step = batch.front()] { return loss(step); }};
  };
  return task;
}

}  // namespace heed
