// How a model came to be: training.json beside it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "nn/training_state.hpp"

namespace heed {

struct TrainingHistory {
  std::uint64_t seed = 0;
  std::string score = "BLEU";  // what `valid_score` is
  std::int64_t planned_epochs = 0, best_epoch = 0;
  bool interrupted = false;
  double seconds = 0;
  std::vector<EpochReport> epochs{};
};

/// Throws Error when writing fails.
void write_history(const std::filesystem::path& path, const TrainingHistory& history);

/// What a person who uses this model must know of its training: "MODEL: its training was interrupted after
/// epoch 3 of 8 (valid BLEU 12.30)". Empty if it ended by itself, or if nothing is known of it.
std::string note_on_training(const std::filesystem::path& model);

}  // namespace heed
