// One training at a time for a model.
#pragma once

#include <filesystem>

namespace heed {

/// Holds the file .NAME.lock beside NAME.safetensors. The lock is the system's (flock): it ends with the
/// process, however that ends; the file then means nothing, and the next training takes it over.
class TrainingLock {
 public:
  /// Throws Error that names the process if another one trains this model.
  explicit TrainingLock(const std::filesystem::path& model);
  ~TrainingLock();
  TrainingLock(const TrainingLock&) = delete;
  TrainingLock& operator=(const TrainingLock&) = delete;

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

/// The number of the process that trains this model now: 0 where none does, -1 where its number is not said.
/// Leaves no trace.
int running_training(const std::filesystem::path& model);

}  // namespace heed
