// A training on the disk: the best weights so far, the state it goes on from, its history, and how it ends.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "nn/trainer.hpp"
#include "tools/page/page.hpp"
#include "tools/training/run_directory.hpp"
#include "tools/training/session.hpp"
#include "tools/training/state_file.hpp"
#include "tools/training/training_history.hpp"
#include "tools/training/training_identity.hpp"

namespace heed {

/// Holds what a person chooses.
struct KeepOptions {
  bool resume = false;
  std::int64_t steps = 0;  // a state after so many steps, besides that of each epoch; 0: not by steps
  double minutes = 5;      // and after so many minutes; 0: not by time
  std::string report{};    // a page that shows the training while it goes on; empty: none
  std::string run{};       // the options of the command, as the run.json beside the model
};

/// Holds what a training leaves.
struct TrainingEnd {
  std::filesystem::path model{};     // where it is; empty if nothing was saved
  std::filesystem::path replaced{};  // the folder that has the older model now; empty: there was none
  std::string text{};                // of an interrupted training: what there is now, and how it goes on
  int status = 0;                    // exit status: 1 if its history could not be written
};

/// Names what is kept: a training that is only measured keeps no model.
enum class Keeps { model_and_state, state };

/// The first of several processes locks, says and finishes; the others read the same state, and write one
/// only if the first one fails. What cannot be written on the way is said and tried again at the next
/// checkpoint.
class Checkpointer {
 public:
  /// `model` is the file that the finished model gets. Throws Error if another process trains it. With
  /// `resume`, throws Error if there is no state, and UsageError naming each difference if it is that of
  /// another training. Without, the state of an interrupted training is set aside, and standard error says
  /// so.
  Checkpointer(const std::filesystem::path& model, const KeepOptions& keep, TrainingIdentity identity,
               Keeps keeps = Keeps::model_and_state);

  /// Before a training: what is saved and shown of it, its checkpoints and their times. `say` shows a line to
  /// the person. Returns the state to go on from, once; nothing for a new training.
  std::optional<TrainingState> begin(const Training& training, const SessionOptions& options,
                                     const std::string& label, TrainingOptions& checkpoints,
                                     std::function<void(const std::string&)> say);
  std::int64_t steps_before() const { return state_ ? state_->step : 0; }
  /// "Going on after step 512, in epoch 2 of 8\n"; empty for a new training.
  std::string going_on_text() const;

  /// A text to be kept with each state from now on; of a state to go on from, the text that was kept with it
  /// (empty: none).
  void remember(const std::string& key, const std::string& text) { metadata_[key] = text; }
  std::string remembered(const std::string& key) const;

  /// Returns the record of the training at hand, which goes into its states and its history.
  TrainingRecord& record() { return history_.record; }
  /// Shows what there is on the page, if one was asked for and it is time.
  void show(LivePage::Now when = LivePage::Now::when_due);
  /// Shows an error that ended the training.
  void failed(const std::exception& error);
  /// The page that shows it; null: none was asked for.
  LivePage* page() { return page_ ? &*page_ : nullptr; }

  /// Goes into the history of the trained model.
  void remember_usual(const Usual& usual) { history_.usual = usual; }
  /// After a training that ended by itself or was interrupted, with the best weights in the model: saves it.
  /// Throws Error if it cannot be saved, which says how it goes on, and if no epoch was better than the
  /// untrained model: the training diverged, or learned too little. Its model is worth nothing, and an older
  /// one stays.
  TrainingEnd finish(const TrainingResult& result);
  /// For a message that something else ended the training: "to go on: …".
  std::string how_to_go_on() const;
  /// After an error of the numbers, which would come again, with the best weights so far in the model:
  /// removes the state. Returns what is left, for the message.
  std::string diverged();
  /// Removes the state; if only that is kept, to be called when it is needed no more.
  void remove_state() const { state_file_.remove(); }

 private:
  void go_on();
  void checkpoint(const TrainingState& state);
  void save_best(const TrainingState& state);
  /// Does `write`, and says a new `problem`.
  void retry(std::string& problem, const std::function<void()>& write) const;
  /// Puts what a TrainingState or TrainingResult says into the history.
  template <typename Report>
  void report(const Report& report);
  /// Writes the history and the run.json of a model.
  void write_beside(const std::filesystem::path& model) const;
  /// The same once the model is safe: an error is said, and is no reason to end without saying where it is.
  int status_of_writing(const std::filesystem::path& model) const;
  TrainingEnd save_interrupted(const TrainingResult& result, const std::string& how) const;

  std::optional<TrainingLock> lock_;
  StateFile state_file_;
  TrainingIdentity identity_;
  KeepOptions keep_;
  Keeps keeps_;
  Metadata metadata_;
  std::optional<TrainingState> state_;
  std::optional<RunDirectory> run_;
  Module model_;
  std::function<void(const std::filesystem::path&)> save_;  // null: nothing is saved
  std::string name_;                                        // on the page
  std::function<void(const std::string&)> say_;
  std::string model_problem_, state_problem_;
  std::optional<Snapshots> snapshots_;
  TrainingHistory history_;
  std::optional<LivePage> page_;
  std::int64_t saved_epoch_ = 0;  // the best epoch whose model is on the disk
};

}  // namespace heed
