// Tells trainings apart: what must be the same when one goes on, and in all processes that train together.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "nn/training_state.hpp"

namespace heed {

struct TrainingIdentity {
  nlohmann::json settings;  // of the run, by the names of the options; hashes under names with a blank
  std::int64_t epochs = 0;
  bool schedule_knows_epochs = false;  // the learning rate of a step depends on the number of epochs
};

/// Throws ProcessesError that names each difference unless all processes have the same settings.
void compare_with_others(const TrainingIdentity& identity);

/// Adds the settings, and the kernels that compute, to what is kept with a state.
void describe(const TrainingIdentity& identity, Metadata& metadata);

/// Throws UsageError that names each difference if `saved`, which `file` holds, is the state of another
/// training. Standard error says so if other kernels have begun it.
void require_same_training(const TrainingIdentity& identity, const SavedTraining& saved,
                           const std::filesystem::path& file);

}  // namespace heed
