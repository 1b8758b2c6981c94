// How a training ended, as it is said to a person.
#pragma once

#include <string>

#include "nn/trainer.hpp"

namespace heed {

/// Why a training of so many epochs ended before the last of them, a phrase; empty if it did not, or was
/// interrupted.
std::string early_end_text(EndedBy ended_by, std::int64_t done, std::int64_t planned);

/// Which weights an interrupted training leaves: "the weights of epoch 3, the best so far," or "the weights
/// so far".
std::string weights_kept(const TrainingResult& training);

/// Why no epoch was better than the untrained model, and what helps: the training diverged, learned too
/// little, or learned by heart.
std::string no_epoch_was_better(const TrainingResult& result);

}  // namespace heed
