#include "tools/training/checkpointer.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <new>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/core/without_nan_sign.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/json.hpp"
#include "lib/report/interrupt.hpp"
#include "nn/processes/communicator.hpp"
#include "tools/language/named_files.hpp"
#include "tools/language/tr.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/training_history.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

constexpr const char* older_model_key = "heed.older_model";
constexpr const char* record_key = "heed.training_record";

bool all_finite(const StateDict& weights) {
  return std::ranges::all_of(weights, [](const auto& entry) {
    return std::ranges::all_of(entry.second.values(), [](Scalar x) { return std::isfinite(x); });
  });
}

/// "the weights of epoch 3, the best so far,"
std::string weights_kept(const TrainingResult& training) {
  return training.best_epoch > 0 ? tr("the weights of epoch {}, the best so far,", training.best_epoch)
                                 : tr("the weights so far");
}

std::string no_epoch_was_better(const TrainingResult& result) {
  const std::int64_t epochs = std::ssize(result.epochs);
  return tr(
      "the training diverged or learned too little: after {} the validation loss is {:.3g}, and it was "
      "{:.3g} "
      "before the first step, which no epoch improved on; lower the learning rate with --lr, or give it more "
      "epochs with --epochs",
      trn("{} epoch", "{} epochs", epochs), without_nan_sign(result.epochs.back().valid_loss),
      result.untrained_loss);
}

}  // namespace

Checkpointer::Checkpointer(const fs::path& model, const KeepOptions& keep, TrainingIdentity identity,
                           Keeps keeps)
    : state_file_(model), identity_(std::move(identity)), keep_(keep), keeps_(keeps) {
  const fs::path unfinished = with_ending(model, "unfinished.safetensors");
  refuse_to_overwrite("--report", keep.report,
                      {model, history_of(model), unfinished, history_of(unfinished), state_file_.newest()});
  compare_with_others(identity_);
  if (first_process()) lock_.emplace(model);
  std::optional<bool> older;
  if (keep.resume) {
    // Whoever finds it damaged puts the one before it in its place: one process after the other.
    in_turn(processes(), [&] {
      require_state(model);
      go_on();
    });
    if (const std::string before = remembered(older_model_key); before == "kept")
      older = true;
    else if (before == "none" && training_summary(model).interrupted)
      older = false;  // what is there is its own, unfinished; not another training's finished one
  } else if (first_process() && state_file_.exists()) {
    fmt::print(stderr, "{}", state_file_.set_aside());
  }
  run_.emplace(model, older);
  describe(identity_, metadata_);
  metadata_[older_model_key] = run_->keeps_older_model() ? "kept" : "none";
  if (!first_process()) return;
  if (keeps == Keeps::model_and_state) fmt::print(stderr, "{}", run_->replaced_note());
  if (!keep.report.empty()) page_.emplace(keep.report);
}

void Checkpointer::go_on() {
  std::string note;
  SavedTraining saved = state_file_.read(note);
  if (!note.empty() && first_process()) fmt::print(stderr, "{}", tr("note: {}\n", note));
  require_same_training(identity_, saved, state_file_.newest());
  metadata_ = std::move(saved.metadata);
  if (const std::string text = remembered(record_key); !text.empty()) {
    try {
      history_.record = TrainingRecord::from_json(nlohmann::json::parse(text));
    } catch (const nlohmann::json::exception&) {  // curves are no reason to refuse a training
    }
  }
  state_ = std::move(saved.state);
}

std::string Checkpointer::going_on_text() const {
  if (!state_) return "";
  return tr("Going on after step {}, in epoch {} of {}\n", state_->step,
            std::min(std::ssize(state_->epochs) + 1, identity_.epochs), identity_.epochs);
}

std::string Checkpointer::remembered(const std::string& key) const {
  const auto found = metadata_.find(key);
  return found == metadata_.end() ? "" : found->second;
}

std::optional<TrainingState> Checkpointer::begin(const Training& training, const SessionOptions& o,
                                                 const std::string& label, TrainingOptions& options,
                                                 std::function<void(const std::string&)> say) {
  say_ = std::move(say);
  name_ = label.empty() ? run_->model().string() : label;
  if (keeps_ == Keeps::model_and_state) model_ = training.task.model, save_ = training.save;
  snapshots_.emplace(training.task.model, training.shown, o.epochs);
  options.checkpoint = [this](const TrainingState& state) { checkpoint(state); };
  options.checkpoint_steps = keep_.steps;
  options.checkpoint_seconds = 60 * keep_.minutes;
  history_ = {.seed = o.seed,
              .score = training.score.name,
              .planned_epochs = o.epochs,
              .interrupted = true,
              .record = state_ ? std::move(history_.record) : TrainingRecord()};  // not that of a run before
  if (state_)
    report(*state_);
  else
    history_.record.snapshot(0, *snapshots_);
  show(LivePage::Now::yes);
  return std::exchange(state_, std::nullopt);
}

template <typename Report>
void Checkpointer::report(const Report& report) {
  history_.epochs = report.epochs;
  history_.best_epoch = report.best_epoch;
  history_.seconds = report.seconds;
}

void Checkpointer::checkpoint(const TrainingState& state) {
  report(state);
  const std::int64_t epoch = std::ssize(state.epochs);
  if (!history_.record.has_snapshot(epoch)) history_.record.snapshot(epoch, *snapshots_);
  metadata_[record_key] = history_.record.to_json().dump();
  if (save_ && state.best_epoch > saved_epoch_) retry(model_problem_, [&] { save_best(state); });
  retry(state_problem_, [&] { state_file_.write(state, metadata_); });
  history_.record.pause();
  show(LivePage::Now::yes);
}

void Checkpointer::show(LivePage::Now when) {
  if (page_ && page_->due(when)) page_->show(name_, history_json(history_), when);
}

void Checkpointer::failed(const std::exception& error) {
  show(LivePage::Now::yes);  // all that there was
  if (page_) page_->failed(localized(error));
}

void Checkpointer::retry(std::string& problem, const std::function<void()>& write) const {
  std::string now;
  try {
    write();
  } catch (const Error& error) {
    now = localized(error);
  } catch (const std::bad_alloc&) {
    now = tr("not enough memory to save a checkpoint");
  }
  if (!now.empty() && now != problem)
    say_(tr("note: {}; the training goes on and tries again at the next checkpoint", now));
  problem = now;
}

void Checkpointer::save_best(const TrainingState& state) {
  // Not the weights of now where this is a second attempt, in the middle of a later epoch.
  model_.load_state_dict(state.best_weights);
  try {
    save_(run_->weights());
  } catch (...) {
    model_.load_state_dict(state.weights);
    throw;
  }
  model_.load_state_dict(state.weights);
  write_beside(run_->weights());
  saved_epoch_ = state.best_epoch;
}

void Checkpointer::write_beside(const fs::path& model) const {
  write_json(history_of(model), history_json(history_));
  if (!keep_.run.empty()) atomic_write(beside_model(model, "run.json"), keep_.run);
}

int Checkpointer::status_of_writing(const fs::path& model) const {
  try {
    write_beside(model);
    return 0;
  } catch (const Error& error) {
    fmt::print(stderr, "heed: {}\n", localized(error));
    return 1;
  }
}

std::string Checkpointer::diverged() {
  if (keeps_ == Keeps::model_and_state) state_file_.remove();  // of several trainings others may go on
  if (history_.best_epoch > 0 && history_.best_epoch == saved_epoch_)
    return tr("the weights of epoch {}, the best before that, are in {}", saved_epoch_,
              run_->weights().string());
  return run_->keeps_older_model() ? tr("{} is still the older model", run_->model().string())
                                   : tr("nothing was saved");
}

std::string Checkpointer::how_to_go_on() const {
  std::error_code none;
  return fs::exists(state_file_.newest(), none)
             ? tr("to go on: the same command with --resume")
             : tr("it cannot go on with --resume: its state could not be saved");
}

TrainingEnd Checkpointer::finish(const TrainingResult& result) {
  const bool learned = result.interrupted || result.best_epoch > 0;
  report(result);
  history_.interrupted = result.interrupted;
  history_.ended_by = result.ended_by;
  // The report follows, or the next run: until then the browser has to look again.
  show(result.interrupted ? LivePage::Now::ended : LivePage::Now::yes);
  TrainingEnd end{.status = result.interrupted ? 128 + interrupt_signal() : learned ? 0 : 1};
  if (!first_process()) return end;
  if (!learned) {
    const std::string why = no_epoch_was_better(result);
    if (page_) page_->failed(why);
    throw_error<NumericError>("{}; {}", why, diverged());
  }
  std::string how = how_to_go_on();
  how.front() = static_cast<char>(std::toupper(how.front()));
  end.text = how;
  if (!save_) return end;
  try {
    if (result.interrupted) {
      end = save_interrupted(result, how);
    } else {
      end.model = run_->model();
      end.replaced = run_->replace_model(save_);
      end.status = status_of_writing(end.model);
      state_file_.remove();
    }
  } catch (const Error& problem) {
    throw_error<Error>("{}; {}", problem.message(), how_to_go_on());
  }
  lock_.reset();  // nothing more is written
  return end;
}

TrainingEnd Checkpointer::save_interrupted(const TrainingResult& result, const std::string& how) const {
  TrainingEnd end{.status = 128 + interrupt_signal()};
  if (result.best_epoch == 0 && (!result.epochs.empty() || !all_finite(model_.state_dict()))) {
    end.text =
        tr("Interrupted: no weights are saved, as they are worse than those of an untrained model\n{}", how);
    return end;
  }
  end.model = run_->weights();
  if (result.best_epoch == 0 || result.best_epoch != saved_epoch_) save_(end.model);
  if (status_of_writing(end.model) != 0) end.status = 1;
  end.text = tr("Interrupted: {} are saved in {}", weights_kept(result), end.model.string());
  if (run_->keeps_older_model()) end.text += tr("; {} is still the older model", run_->model().string());
  end.text += "\n" + how;
  return end;
}

}  // namespace heed
