// Says which epoch of a training is the best, which ones are averaged, and after which one it ends. Functions
// of the state alone: a training that was cut and goes on ends where it would have ended.
#pragma once

#include "nn/trainer.hpp"

namespace heed::inline HEED_PRECISION {

/// Says if the state stands at the end of an epoch after which there is nothing to be done, and why: all
/// epochs are, or the quality is enough, or the last `patience` epochs were no better than one before them.
std::optional<EndedBy> ended(const TrainingState& state, const TrainingOptions& options);

/// Says if its validation loss and score are finite, and the loss not above that of the untrained model.
bool candidate(const TrainingState& state, const EpochReport& report);

/// Says if a candidate() is better than all in the state: a larger score (without scores, a smaller loss), or
/// the same score and a smaller loss. Scores below `score_from` count as the same.
bool better_than_before(const TrainingState& state, const EpochReport& report, double score_from);

/// Puts the epoch that has just ended, which was no worse than an untrained model, among those to be
/// averaged, and drops those that no longer belong to them. `epochs` are the reports of all that are done;
/// `score_from` is that of TrainingOptions.
void keep_epoch(const EpochAverage& average, const std::vector<EpochReport>& epochs, const StateDict& weights,
                std::vector<KeptEpoch>& kept, double score_from);

/// The mean of each array. Throws UsageError of nothing.
StateDict mean_weights(const std::vector<KeptEpoch>& kept);

}  // namespace heed
