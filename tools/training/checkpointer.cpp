#include "tools/training/checkpointer.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <new>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/report/interrupt.hpp"
#include "nn/processes/communicator.hpp"
#include "tools/language/overwrite.hpp"
#include "tools/language/tr.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/training_history.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

constexpr const char* older_model_key = "heed.older_model";
constexpr const char* record_key = "heed.training_record";

bool all_finite(const StateDict& weights) {
  return std::all_of(weights.begin(), weights.end(), [](const auto& entry) {
    const auto values = entry.second.values();
    return std::all_of(values.begin(), values.end(), [](Scalar x) { return std::isfinite(x); });
  });
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
  best_epoch_ = saved.state.best_epoch;
  if (const std::string text = remembered(record_key); !text.empty()) {
    try {
      record_ = TrainingRecord::from_json(nlohmann::json::parse(text));
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

void Checkpointer::save_with(const Module& model, std::function<void(const fs::path&)> save,
                             std::string score) {
  if (keeps_ == Keeps::state) return;
  model_ = model;
  save_ = std::move(save);
  score_ = std::move(score);
}

void Checkpointer::prepare(TrainingOptions& options, std::function<void(const std::string&)> say) {
  say_ = std::move(say);
  options.checkpoint = [this](const TrainingState& state) { checkpoint(state); };
  options.checkpoint_steps = keep_.steps;
  options.checkpoint_seconds = 60 * keep_.minutes;
}

void Checkpointer::checkpoint(const TrainingState& state) {
  best_epoch_ = state.best_epoch;
  metadata_[record_key] = record_.to_json().dump();
  if (save_ && state.best_epoch > saved_epoch_) retry(model_problem_, [&] { save_best(state); });
  retry(state_problem_, [&] { state_file_.write(state, metadata_); });
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
  if (now.empty() && !problem.empty()) say_(tr("note: the checkpoint could be written again"));
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
  write_beside(run_->weights(), history(state.epochs, state.best_epoch, state.seconds));
  saved_epoch_ = state.best_epoch;
}

void Checkpointer::write_beside(const fs::path& model, const TrainingHistory& history) const {
  write_history(history_of(model), history);
  if (!keep_.run.empty()) atomic_write(beside_model(model, "run.json"), keep_.run);
}

int Checkpointer::status_of_writing(const fs::path& model, const TrainingHistory& history) const {
  try {
    write_beside(model, history);
    return 0;
  } catch (const Error& error) {
    fmt::print(stderr, "heed: {}\n", localized(error));
    return 1;
  }
}

TrainingHistory Checkpointer::history(const std::vector<EpochReport>& epochs, std::int64_t best_epoch,
                                      double seconds) const {
  return {.seed = identity_.settings.at("seed"),
          .score = score_,
          .planned_epochs = identity_.epochs,
          .best_epoch = best_epoch,
          .interrupted = true,
          .seconds = seconds,
          .epochs = epochs,
          .record = record_,
          .usual = usual_};
}

std::string Checkpointer::diverged() {
  if (keeps_ == Keeps::model_and_state) state_file_.remove();  // of several trainings others may go on
  if (best_epoch_ > 0 && best_epoch_ == saved_epoch_)
    return tr("the weights of epoch {}, the best before that, are in {}", best_epoch_,
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
  TrainingEnd end{.status = result.interrupted ? 128 + interrupt_signal() : learned ? 0 : 1};
  if (!first_process()) return end;
  if (!learned) {
    const std::string why = no_epoch_was_better(result);
    if (page_) page_->failed(why);
    throw_error<NumericError>("{}; {}", why, diverged());
  }
  std::string how = how_to_go_on();
  how.front() = static_cast<char>(std::toupper(how.front()));
  if (!save_) {
    if (result.interrupted) end.text = how;
    return end;
  }
  try {
    end = result.interrupted ? save_interrupted(result, how) : save_ended(result);
  } catch (const Error& problem) {
    throw_error<Error>("{}; {}", problem.message(), how_to_go_on());
  }
  if (!result.interrupted) state_file_.remove();
  lock_.reset();  // nothing more is written
  return end;
}

TrainingEnd Checkpointer::save_ended(const TrainingResult& result) const {
  TrainingEnd end{.model = run_->model(), .replaced = run_->replace_model(save_)};
  TrainingHistory complete = history(result.epochs, result.best_epoch, result.seconds);
  complete.interrupted = false;
  complete.ended_by = result.ended_by;
  end.status = status_of_writing(end.model, complete);
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
  if (status_of_writing(end.model, history(result.epochs, result.best_epoch, result.seconds)) != 0)
    end.status = 1;
  end.text = tr("Interrupted: {} are saved in {}", weights_kept(result), end.model.string());
  if (run_->keeps_older_model()) end.text += tr("; {} is still the older model", run_->model().string());
  end.text += "\n" + how;
  return end;
}

}  // namespace heed
