// A training trains this: a model, its batches, and the loss of each. The loop itself (trainer.hpp) knows
// neither sentences nor Transformers.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "nn/module.hpp"

namespace heed::inline HEED_PRECISION {

/// The loss of some examples, not computed yet: how many tokens it is summed over can be known before.
struct LossSum {
  std::int64_t tokens = 0;        // at least 0: targets without padding (or samples, or pixels)
  std::function<Variable()> sum;  // Σ of their losses in nats, of shape ()
};

/// Any module can be trained that has these three functions.
struct TrainingTask {
  Module model{};
  /// The batches of an epoch, counted from 0, as numbers of examples. A function of the epoch alone, so that
  /// a training can start anywhere; asked for before the losses of that epoch.
  std::function<std::vector<std::vector<std::size_t>>(std::uint64_t epoch)> batches{};
  /// The loss of these examples: of a batch, or of a part of one. `examples` can be read until the end of the
  /// step, and so by LossSum::sum, too.
  std::function<LossSum(std::span<const std::size_t> examples)> loss{};
  /// Nats a token on examples that are not trained on; called in evaluation mode, without a graph. Left out:
  /// the training loss stands for it.
  std::function<double()> valid_loss{};
};

/// The batches of examples 0 … examples - 1 that are all of one size, for a classifier or a regression: in
/// another order each epoch, `size` to a batch, the last one smaller. Throws UsageError for a size of 0, and
/// for what was negative.
std::function<std::vector<std::vector<std::size_t>>(std::uint64_t epoch)> shuffled_batches(
    std::size_t examples, std::size_t size, std::uint64_t seed = 0);

/// Nats a token of these batches together, in evaluation mode and without a graph; 0 of no tokens.
double mean_loss(const Module& model, const std::vector<std::vector<std::size_t>>& batches,
                 const std::function<LossSum(std::span<const std::size_t> examples)>& loss);

/// A training on examples that a program draws: there are as many as one likes, and none comes twice. One
/// epoch of `steps` batches. loss(step), steps from 0, draws that step's batch and gives the sum of its
/// losses, which is divided by `targets`.
TrainingTask drawn_task(const Module& model, std::int64_t steps, std::int64_t targets,
                        std::function<Variable(std::size_t step)> loss);

}  // namespace heed
