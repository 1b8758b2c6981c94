// Averages of a model's weights while it is trained: over the last or best epochs, and over all steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nn/module.hpp"
#include "nn/training_state.hpp"

namespace heed::inline HEED_PRECISION {

/// The epochs whose weights are averaged when a training ends (Vaswani et al. 2017, section 6.1: the last).
struct EpochAverage {
  enum class Of { none, last, best };
  Of of = Of::none;
  std::int64_t epochs = 0;

  /// "last:5", "best:3", "none". Throws UsageError for anything else.
  static EpochAverage parse(const std::string& text);
  std::string text() const;
};

/// Puts the epoch that has just ended, which was no worse than an untrained model, among those to be
/// averaged, and drops those that no longer belong to them. `epochs` are the reports of all that are done;
/// `score_from` is that of TrainingOptions.
void keep_epoch(const EpochAverage& average, const std::vector<EpochReport>& epochs, const StateDict& weights,
                std::vector<KeptEpoch>& kept, double score_from);

/// The mean of each array. Throws UsageError of nothing.
StateDict mean_weights(const std::vector<KeptEpoch>& kept);

/// Moves `mean` towards the weights after step `step` (from 1): mean ← d mean + (1 − d) weights, where d =
/// min(decay, (1 + step) / (10 + step)), so that the first steps are soon forgotten. An empty mean becomes
/// the weights.
void follow_weights(StateDict& mean, const StateDict& weights, double decay, std::int64_t step);

/// Gives the model other weights, and at the end of the scope its own again.
class WithWeights {
 public:
  WithWeights(const Module& model, const StateDict& weights);
  ~WithWeights();
  WithWeights(const WithWeights&) = delete;
  WithWeights& operator=(const WithWeights&) = delete;

 private:
  Module model_;
  StateDict before_;
};

}  // namespace heed
