// The model of a training on the disk: the best weights so far, beside them the history.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "tools/training/model_place.hpp"
#include "tools/training/training_history.hpp"

namespace heed {

/// What a training leaves.
struct TrainingEnd {
  std::filesystem::path model{};     // where it is; empty if nothing was saved
  std::filesystem::path replaced{};  // the folder that has the older model now; empty: there was none
  std::string text{};                // of an interrupted training: what there is now, and how it goes on
  int status = 0;                    // exit status: 1 if its history could not be written
};

/// Where the older model is, and how it comes back, a line; empty if there was none.
std::string replaced_text(const TrainingEnd& end);

class KeptModel {
 public:
  explicit KeptModel(ModelPlace place) : place_(std::move(place)) {}
  const ModelPlace& place() const { return place_; }

  /// How to save `model` with its present weights. `history` has what the history shall say but for what
  /// comes out.
  void save_with(const Module& model, std::function<void(const std::filesystem::path&)> save,
                 TrainingHistory history);
  /// Whether there is something to be saved: not of a training that is only measured.
  bool saves() const { return save_ != nullptr; }

  /// Whether the best weights of the state are not on the disk yet.
  bool is_behind(const TrainingState& state) const { return saves() && state.best_epoch > saved_epoch_; }
  /// Saves them and the history so far. Throws Error.
  void save_best(const TrainingState& state);

  /// What the history says besides.
  void record(const TrainingRecord& record) { history_.record = record; }

  /// When the training has ended, with the best weights in the model, one of these saves them; the first two
  /// throw Error where that fails. By itself:
  TrainingEnd finish_ended(const TrainingResult& result, std::optional<Usual> usual);
  /// By an interruption; `how` says how it goes on.
  TrainingEnd finish_interrupted(const TrainingResult& result, const std::string& how);
  /// By numbers that are none, which saves nothing more. Returns what is left.
  std::string finish_diverged(std::int64_t best_epoch);

 private:
  TrainingHistory history(const std::vector<EpochReport>& epochs, std::int64_t best_epoch,
                          double seconds) const;
  std::filesystem::path unfinished_history_path() const;

  ModelPlace place_;
  Module model_;
  std::function<void(const std::filesystem::path&)> save_;
  TrainingHistory history_;       // of a training that is interrupted, without its epochs
  std::int64_t saved_epoch_ = 0;  // the best epoch whose model is on the disk
};

}  // namespace heed
