// Where a training leaves its model, so that an older one is there until a better one is.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "tools/training/session.hpp"

namespace heed {

/// Of a link the file behind it.
std::filesystem::path behind_links(const std::filesystem::path& path);

/// The model.safetensors of a folder; of a file itself.
std::filesystem::path model_file(const std::filesystem::path& path);

/// A file that belongs to a model: training.json beside a model.safetensors, NAME.training.json beside a
/// NAME.safetensors, for "training.json".
std::filesystem::path beside_model(const std::filesystem::path& model, const std::string& name);

/// Where the history of a model's training stands: beside_model() of "training.json"; NAME.unfinished.json
/// for weights that stand beside an older model.
std::filesystem::path history_of(const std::filesystem::path& model);

/// Whether a model from before the training is there: to be looked up, or known from when it began.
enum class OlderModel { look, kept, none };

/// The file NAME.safetensors of a model, looked at before the training. If it is there already, it stays
/// until the training has ended by itself (all epochs, or early stopping): until then the weights go to
/// NAME.unfinished.safetensors beside it. Else the work so far is saved as the model at once.
class ModelPlace {
 public:
  /// Throws Error if one of the files is there but cannot be written: better before a training than after it.
  explicit ModelPlace(std::filesystem::path model, OlderModel older = OlderModel::look);

  const std::filesystem::path& model() const { return model_; }
  /// Where the weights go until the training has ended by itself.
  const std::filesystem::path& while_training() const { return while_training_; }
  bool keeps_older_model() const { return while_training_ != model_; }

  std::filesystem::path history() const { return history_of(model_); }
  std::filesystem::path unfinished_history() const { return history_of(unfinished_); }

  /// What a person must know before a training that replaces a model, a line; empty if there is none.
  std::string replaced_note() const;
  /// Saves the finished model, and keeps the older one, with all that belongs to it, in a new folder
  /// replaced-1, replaced-2, … beside it. Returns that folder; empty: there was none, or of the same bytes.
  /// Throws what `save` throws; the older one then is where it was.
  std::filesystem::path replace(const std::function<void(const std::filesystem::path&)>& save) const;
  /// Once it is saved: removes what an interrupted training has left beside it.
  void remove_unfinished() const;

  /// What a person must know after Ctrl-C: which weights there are, where, and which model is kept.
  std::string interrupted_text(const TrainingResult& training) const;

 private:
  std::filesystem::path folder_for_older() const;
  std::filesystem::path set_aside() const;

  std::filesystem::path model_, unfinished_, while_training_;
};

/// `mv replaced-1/* ./`: what brings the older model in `older` back to where `file` is.
std::string bring_back_command(const std::filesystem::path& older, const std::filesystem::path& file);

}  // namespace heed
