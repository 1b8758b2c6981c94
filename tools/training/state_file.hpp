// The state of a training beside its model, in two generations.
#pragma once

#include <filesystem>
#include <string>

#include "nn/training_state.hpp"

namespace heed {

/// NAME.state.safetensors for NAME.safetensors, and NAME.state.previous.safetensors, the one before: should
/// the newest be damaged, the training goes on from there.
class StateFile {
 public:
  explicit StateFile(const std::filesystem::path& model);

  const std::filesystem::path& newest() const { return newest_; }
  /// Returns true if one of the two is there.
  bool exists() const;
  /// The one there was becomes the previous one, once the new one is safe on the disk: at any moment, and
  /// after an error, the newest is there and the other file holds another state, if there ever were two.
  void write(const TrainingState& state, const Metadata& metadata) const;
  /// The newest that is whole; if that is the previous one, it takes the place of the damaged one, and `note`
  /// says so. Throws Error that says what is wrong with each if none is.
  SavedTraining read(std::string& note) const;
  void remove() const;
  /// Makes room for another training: the newest becomes NAME.state.aside.safetensors, in place of what has
  /// that name. Returns what a person must know of it, a line.
  std::string set_aside() const;

 private:
  std::filesystem::path newest_, previous_;
};

/// Throws Error if no state of a training of this model is there to go on with.
void require_state(const std::filesystem::path& model);

}  // namespace heed
