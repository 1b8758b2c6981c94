// The state of a training beside its model, in two generations.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "nn/training_state.hpp"

namespace heed {

/// NAME.state.safetensors for NAME.safetensors, and NAME.state.previous.safetensors, the one before: should
/// the newest be damaged, the training goes on from there.
class StateFile {
 public:
  explicit StateFile(const std::filesystem::path& model);

  const std::filesystem::path& newest() const { return newest_; }
  /// Whether one of the two is there.
  bool exists() const;
  /// The one there was becomes the previous one, once the new one is safe on the disk: at any moment, and
  /// after an error, the newest is there and the other file holds another state, if there ever were two.
  void write(const TrainingState& state, const Metadata& metadata) const;
  /// The newest that is whole; if that is the previous one, it takes the place of the damaged one, and `note`
  /// says so. Throws Error that says what is wrong with each if none is.
  SavedTraining read(std::string& note) const;
  void remove() const;
  /// Renames the newest that is whole to NAME.state.aside-N.safetensors, a name that is free, and removes the
  /// other. Returns the new name.
  std::filesystem::path set_aside() const;
  /// The files NAME.state.aside-… that are there, by their names.
  std::vector<std::filesystem::path> states_aside() const;
  /// Whether it is whole, and of a training that was interrupted in its first minute, before an epoch was
  /// done.
  bool has_hardly_begun() const;

 private:
  std::filesystem::path newest_, previous_;
};

}  // namespace heed
