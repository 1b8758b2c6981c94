// How a training ended, what it left, and how that is said to a person.
#pragma once

#include <filesystem>
#include <string>

#include "nn/trainer.hpp"

namespace heed {

/// Holds what a training leaves.
struct TrainingEnd {
  std::filesystem::path model{};     // where it is; empty if nothing was saved
  std::filesystem::path replaced{};  // the folder that has the older model now; empty: there was none
  std::string text{};                // of an interrupted training: what there is now, and how it goes on
  int status = 0;                    // exit status: 1 if its history could not be written
};

/// Returns where the older model is, and how it comes back, a line; empty if there was none.
std::string replaced_text(const TrainingEnd& end);

/// Returns why a training of so many epochs ended before the last of them, a phrase; empty if it did not, or
/// was interrupted.
std::string early_end_text(EndedBy ended_by, std::int64_t done, std::int64_t planned);

/// Returns which weights an interrupted training leaves: "the weights of epoch 3, the best so far," or "the
/// weights so far".
std::string weights_kept(const TrainingResult& training);

/// Says that no epoch was better than the untrained model, and what helps.
std::string no_epoch_was_better(const TrainingResult& result);

}  // namespace heed
