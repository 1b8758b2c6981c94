// The folder of a training: the files it leaves, the model that was there before, and one training at a time.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace heed {

/// The model.safetensors of a folder; of a file itself.
std::filesystem::path model_file(const std::filesystem::path& path);

/// A file that belongs to a model: training.json beside a model.safetensors, NAME.training.json beside a
/// NAME.safetensors, for "training.json".
std::filesystem::path beside_model(const std::filesystem::path& model, const std::string& name);

/// The history of a model's training: beside_model() of "training.json".
std::filesystem::path history_of(const std::filesystem::path& model);

/// The file NAME.safetensors, or where a link of that name leads, with another ending: NAME.ENDING.
std::filesystem::path with_ending(const std::filesystem::path& model, const std::string& ending);

/// A model that is there already stays until the training has ended by itself (all epochs, or early
/// stopping): until then the weights go to NAME.unfinished.safetensors. Else the work so far is saved as the
/// model at once.
class RunDirectory {
 public:
  /// `older`: whether the file `model` is another training's; left out: whether it is there. Throws Error if
  /// one of the files cannot be written: better before a training than after it.
  explicit RunDirectory(std::filesystem::path model, std::optional<bool> older = {});

  const std::filesystem::path& model() const { return model_; }
  /// The file that the weights go to until the training has ended by itself.
  const std::filesystem::path& weights() const { return weights_; }
  bool keeps_older_model() const { return weights_ != model_; }

  /// Saves the finished model, and removes unfinished weights, also those that an earlier training left. The
  /// older model is kept once, with all that belongs to it, in the folder `replaced` (NAME.replaced) in place
  /// of the one before it. Returns that folder; empty: there was none, or of the same bytes. Throws what
  /// `save` throws; the older model then is still where it was.
  std::filesystem::path replace_model(const std::function<void(const std::filesystem::path&)>& save) const;
  /// Returns what a person must know before a training that replaces a model, a line; empty if there is none.
  std::string replaced_note() const;

 private:
  std::filesystem::path replaced() const { return beside_model(model_, "replaced"); }
  std::filesystem::path keep_older() const;

  std::filesystem::path model_, unfinished_, weights_;
};

/// `mv replaced/* ./`: what brings the older model in the folder `older` back to where `file` is.
std::string bring_back_command(const std::filesystem::path& older, const std::filesystem::path& file);

/// Locks the folder of a model, so that one training at a time writes there. The lock is the system's
/// (flock): it ends with the process, however that ends, and leaves no file.
class TrainingLock {
 public:
  /// Throws Error if another process trains a model in this folder.
  explicit TrainingLock(const std::filesystem::path& model);
  ~TrainingLock();
  TrainingLock(const TrainingLock&) = delete;
  TrainingLock& operator=(const TrainingLock&) = delete;

 private:
  int descriptor_;
};

/// Returns true if another process trains a model in this folder now. Leaves no trace.
bool is_being_trained(const std::filesystem::path& model);

}  // namespace heed
