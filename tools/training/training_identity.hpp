// Which training it is: what must be the same when one goes on, and in all processes that train together.
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

/// Says what differs between two objects of settings, a phrase each: "--d-model is 32 here and 16 there". A
/// name without a blank is that of an option (d_model for --d-model); of others, such as "the training data",
/// the values are hashes and not worth showing. Names in `may_change` are left out; empty if nothing differs.
std::string settings_difference(const nlohmann::json& here, const nlohmann::json& there,
                                const std::set<std::string>& may_change);

/// Throws ProcessesError that names each difference unless all processes have the same settings.
void compare_with_others(const TrainingIdentity& identity);

/// Adds the settings, and the kernels that compute, to what is kept with a state.
void describe(const TrainingIdentity& identity, Metadata& metadata);

/// Throws UsageError that names each difference if `saved`, which `file` holds, is the state of another
/// training. Standard error says so if other kernels have begun it.
void require_same_training(const TrainingIdentity& identity, const SavedTraining& saved,
                           const std::filesystem::path& file);

}  // namespace heed
