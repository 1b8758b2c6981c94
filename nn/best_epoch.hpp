// Which epoch of a training is the best, and after which one it ends. Functions of the state alone: a
// training that was cut and goes on ends where it would have ended.
#pragma once

#include "nn/trainer.hpp"

namespace heed {

/// Whether the state stands at the end of an epoch after which there is nothing to be done: all epochs are,
/// or the quality is enough, or the last `patience` epochs were no better than one before them.
bool ended(const TrainingState& state, const TrainingOptions& options);

/// Whether an epoch is better than all in the state: its score is larger (without scores, its loss smaller),
/// or its score is the same and its loss smaller. Never where its validation loss is not finite, or above
/// that of the untrained model.
bool better_than_before(const TrainingState& state, const EpochReport& report);

}  // namespace heed
