#include "tools/training/kept_training.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "lib/core/error.hpp"
#include "lib/core/scalar.hpp"
#include "lib/core/without_nan_sign.hpp"
#include "lib/files/file_error.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "nn/processes/agreement.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/machine.hpp"
#include "tools/training/session.hpp"
#include "tools/training/settings_difference.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

constexpr const char* settings_key = "heed.settings";
constexpr const char* older_model_key = "heed.older_model";
constexpr const char* kernels_key = "heed.kernels";

/// What the last digits of a sum depend on.
std::string kernels() {
  const nlohmann::json machine = describe_machine();
  return fmt::format("{}, {}", machine.at("simd").get<std::string>(), machine.at("blas").get<std::string>());
}

/// Processes that train together must have all of it alike. Hashes stand under names with a blank.
void compare_with_others(const nlohmann::json& settings) {
  if (processes().size() == 1) return;
  Facts facts;
  for (const auto& [name, value] : settings.items()) {
    std::string shown = name;
    std::replace(shown.begin(), shown.end(), '_', '-');
    facts.emplace_back(name.find(' ') == std::string::npos ? "--" + shown : name, value.dump());
  }
  check_agreement(processes(), "at the start", facts);
}

bool all_finite(const StateDict& weights) {
  return std::all_of(weights.begin(), weights.end(), [](const auto& entry) {
    const auto values = entry.second.values();
    return std::all_of(values.begin(), values.end(), [](Scalar x) { return std::isfinite(x); });
  });
}

/// The model is safe already: its history is no reason to end without saying where it is.
bool write_or_say(const fs::path& path, const TrainingHistory& history) {
  try {
    write_history(path, history);
    return true;
  } catch (const Error& error) {
    fmt::print(stderr, "heed: {}\n", error.what());
    return false;
  }
}

}  // namespace

void require_state(const fs::path& model) {
  const StateFile file(behind_links(model));
  if (!file.exists())
    throw_error<Error>(
        "there is no training to go on with: {} is not there, which an interrupted training leaves; start "
        "one without --resume",
        file.newest().string());
}

KeptTraining::KeptTraining(const fs::path& model, const KeepOptions& keep, TrainingIdentity identity,
                           Keeps keeps)
    : file_(behind_links(model)), identity_(std::move(identity)), keep_(keep), keeps_(keeps) {
  compare_with_others(identity_.settings);
  if (first_process()) lock_.emplace(behind_links(model));
  OlderModel older = OlderModel::look;
  if (keep.resume) {
    // Whoever finds it damaged puts the one before it in its place: one process after the other.
    in_turn(processes(), [&] {
      require_state(model);
      go_on();
    });
    if (const auto found = metadata_.find(older_model_key); found != metadata_.end())
      older = found->second == "kept" ? OlderModel::kept : OlderModel::none;
  } else if (first_process() && file_.exists()) {
    fmt::print(
        stderr,
        "note: the state of a training that was interrupted here is kept in {}; to go on with it instead, "
        "give it the name {} again, and --resume\n",
        file_.set_aside().string(), file_.newest().string());
  }
  place_.emplace(model, older);
  metadata_[kernels_key] = kernels();
  metadata_[settings_key] = identity_.settings.dump();
  metadata_[older_model_key] = place_->keeps_older_model() ? "kept" : "none";
}

void KeptTraining::go_on() {
  std::string note;
  SavedTraining saved = file_.read(note);
  if (!note.empty() && first_process()) fmt::print(stderr, "note: {}\n", note);
  std::set<std::string> may_change = identity_.may_change;
  may_change.insert("patience");
  if (!identity_.schedule_knows_epochs) may_change.insert("epochs");
  const auto settings = nlohmann::json::parse(saved.metadata[settings_key], nullptr, false);
  const std::string difference = settings.is_object()
                                     ? settings_difference(identity_.settings, settings, may_change)
                                     : "it has no settings";
  if (!difference.empty()) {
    const bool epochs = difference.find("--epochs ") != std::string::npos;
    throw_error<UsageError>(
        "{} is the state of another training: {}{}; give the options that it was started with, or train anew "
        "without --resume",
        file_.newest().string(), difference,
        epochs
            ? " (the learning rate falls towards the last epoch, so that the steps which are done would have "
              "been others)"
            : "");
  }
  const auto begun = std::ssize(saved.state.epochs) + (saved.state.batch > 0 ? 1 : 0);
  if (identity_.epochs < begun)
    throw_error<UsageError>("--epochs {}: the training is in epoch {} already", identity_.epochs, begun);
  if (const std::string there = saved.metadata[kernels_key]; there != kernels() && first_process())
    fmt::print(stderr,
               "note: begun with other kernels ({}, here {}): the end will differ in its last digits\n",
               there, kernels());
  metadata_ = std::move(saved.metadata);
  best_epoch_ = saved.state.best_epoch;
  state_ = std::move(saved.state);
}

std::string KeptTraining::going_on_text() const {
  if (!state_) return "";
  return fmt::format("Going on after step {}, in epoch {} of {}\n", state_->step,
                     std::min(std::ssize(state_->epochs) + 1, identity_.epochs), identity_.epochs);
}

std::string KeptTraining::remembered(const std::string& key) const {
  const auto found = metadata_.find(key);
  return found == metadata_.end() ? "" : found->second;
}

void KeptTraining::save_with(const Module& model, std::function<void(const fs::path&)> save,
                             std::string score) {
  if (keeps_ == Keeps::state) return;
  model_ = model;
  save_ = std::move(save);
  score_ = std::move(score);
}

void KeptTraining::prepare(TrainingOptions& options, std::function<void(const std::string&)> say) {
  write_model_.emplace(say);
  write_state_.emplace(std::move(say));
  options.checkpoint = [this](const TrainingState& state) { checkpoint(state); };
  options.checkpoint_steps = keep_.steps;
  options.checkpoint_seconds = 60 * keep_.minutes;
}

void KeptTraining::checkpoint(const TrainingState& state) {
  best_epoch_ = state.best_epoch;
  if (save_ && state.best_epoch > saved_epoch_ && (*write_model_)([&] { save_best(state); }))
    saved_epoch_ = state.best_epoch;
  state_saved_ = (*write_state_)([&] { file_.write(state, metadata_); });
}

void KeptTraining::save_best(const TrainingState& state) {
  // Not those of now where this is a second attempt, in the middle of a later epoch.
  model_.load_state_dict(state.best_weights);
  try {
    save_(place_->while_training());
  } catch (...) {
    model_.load_state_dict(state.weights);
    throw;
  }
  model_.load_state_dict(state.weights);
  write_history(unfinished_history_path(), history(state.epochs, state.best_epoch, state.seconds));
}

fs::path KeptTraining::unfinished_history_path() const {
  return place_->keeps_older_model() ? place_->unfinished_history() : place_->history();
}

TrainingHistory KeptTraining::history(const std::vector<EpochReport>& epochs, std::int64_t best_epoch,
                                      double seconds) const {
  return {.seed = identity_.settings.at("seed"),
          .score = score_,
          .planned_epochs = identity_.epochs,
          .best_epoch = best_epoch,
          .interrupted = true,
          .seconds = seconds,
          .epochs = epochs};
}

std::string KeptTraining::diverged() {
  if (best_epoch_ > 0 && save_) {
    // train() has left the best weights in the model.
    const fs::path where = best_epoch_ == saved_epoch_ ? place_->while_training()
                                                       : save_somewhere(place_->while_training(), save_);
    file_.remove();
    return fmt::format("the weights of epoch {}, the best before that, are in {}", best_epoch_,
                       where.string());
  }
  file_.remove();
  return place_->keeps_older_model() ? place_->model().string() + " is still the older model"
                                     : "nothing was saved";
}

std::string KeptTraining::how_to_go_on() const {
  return state_saved_ ? "to go on: the same command with --resume"
                      : "it cannot go on with --resume: its state could not be saved";
}

KeptTraining::End KeptTraining::finish(const TrainingResult& result) {
  if (!first_process())
    return {.status = result.interrupted ? 128 + interrupt_signal() : result.best_epoch == 0 ? 1 : 0};
  End end = result.interrupted ? finish_interrupted(result) : finish_ended(result);
  if (save_) lock_.reset();  // nothing more is written
  return end;
}

KeptTraining::End KeptTraining::finish_ended(const TrainingResult& result) {
  if (result.best_epoch == 0) {
    throw_error<NumericError>(
        "the training diverged: after {} the validation loss is {:.3g}, and it was {:.3g} before the first "
        "step, "
        "which no epoch improved on; lower the learning rate with --lr, or let it rise more slowly with "
        "--warmup; {}",
        counted(std::ssize(result.epochs), "epoch"), without_nan_sign(result.epochs.back().valid_loss),
        result.untrained_loss, diverged());
  }
  if (!save_) return {};
  End end;
  end.model = save_somewhere(place_->model(), save_);
  if (end.model != place_->model()) {
    end.text = fmt::format("heed: the model is in {}: move it where it is to stay", end.model.string());
    end.status = 1;
    return end;  // with what was there before, and the state
  }
  TrainingHistory complete = history(result.epochs, result.best_epoch, result.seconds);
  complete.interrupted = false;
  if (!write_or_say(place_->history(), complete)) end.status = 1;
  place_->remove_unfinished();
  file_.remove();
  return end;
}

KeptTraining::End KeptTraining::finish_interrupted(const TrainingResult& result) {
  End end{.status = 128 + interrupt_signal()};
  std::string how = how_to_go_on();
  how.front() = static_cast<char>(std::toupper(how.front()));
  if (!save_) {
    end.text = how;
    return end;
  }
  if (result.best_epoch == 0 && (!result.epochs.empty() || !all_finite(model_.state_dict()))) {
    end.text = fmt::format(
        "Interrupted: no weights are saved, as they are worse than those of an untrained model\n{}", how);
    return end;
  }
  end.model = place_->while_training();
  if (result.best_epoch == 0 || result.best_epoch != saved_epoch_)
    end.model = save_somewhere(end.model, save_);
  if (end.model == place_->while_training()) {
    if (!write_or_say(unfinished_history_path(), history(result.epochs, result.best_epoch, result.seconds)))
      end.status = 1;
    end.text = fmt::format("{}\n{}", place_->interrupted_text(result), how);
  } else {
    end.text =
        fmt::format("Interrupted: {} are saved in {}\n{}", weights_kept(result), end.model.string(), how);
    end.status = 1;
  }
  return end;
}

}  // namespace heed
