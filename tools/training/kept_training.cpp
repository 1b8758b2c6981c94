#include "tools/training/kept_training.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/core/without_nan_sign.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/text/shell_word.hpp"
#include "nn/processes/communicator.hpp"
#include "tools/language/overwrite.hpp"
#include "tools/language/tr.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/learned_data.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

constexpr const char* older_model_key = "heed.older_model";
constexpr const char* record_key = "heed.training_record";

/// Of a training whose best epoch is none: it went wrong, has hardly begun, or has learned by heart.
std::string no_epoch_was_better(const TrainingResult& result) {
  constexpr double risen = 1.1;
  const double last = result.epochs.back().valid_loss, trained = result.epochs.back().train_loss;
  struct Fault {
    std::string what, mend;
  } fault{tr("learned too little"), tr("give it more epochs with --epochs")};
  if (std::isfinite(last) && risen * trained < result.untrained_loss)
    fault = {tr("learned what it was trained on (loss {:.3g}) but not what is held out", trained),
             tr("train on more, or on what is more like it, or with --dropout")};
  else if (!(last <= risen * result.untrained_loss))  // NaN too
    fault = {tr("diverged"),
             tr("lower the learning rate with --lr, or let it rise more slowly with --warmup")};
  const std::int64_t epochs = std::ssize(result.epochs);
  return tr(
      "the training {}: after {} the validation loss is {:.3g}, and it was {:.3g} before the first step, "
      "which no epoch improved on; {}",
      fault.what, trn("{} epoch", "{} epochs", epochs), without_nan_sign(last), result.untrained_loss,
      fault.mend);
}

}  // namespace

void require_state(const fs::path& model) {
  const StateFile file(behind_links(model));
  if (!file.exists())
    throw_error<Error>(tr_noop("there is no training to go on with: {} is not there, which an interrupted "
                               "training leaves; start "
                               "one without --resume"),
                       file.newest().string());
}

KeptTraining::KeptTraining(const fs::path& model, const KeepOptions& keep, TrainingIdentity identity,
                           Keeps keeps)
    : file_(behind_links(model)), identity_(std::move(identity)), keep_(keep), keeps_(keeps) {
  const fs::path unfinished = behind_links(model).replace_extension("unfinished.safetensors");
  refuse_to_overwrite("--report", keep.report,
                      {model, history_of(model), unfinished, history_of(unfinished), file_.newest()});
  compare_with_others(identity_);
  if (first_process()) lock_.emplace(behind_links(model));
  OlderModel older = OlderModel::look;
  if (keep.resume) {
    // Whoever finds it damaged puts the one before it in its place: one process after the other.
    in_turn(processes(), [&] {
      require_state(model);
      go_on();
    });
    if (const std::string before = remembered(older_model_key); before == "kept")
      older = OlderModel::kept;
    else if (before == "none" && training_summary(model).interrupted)
      older = OlderModel::none;  // what is there is its own, unfinished; not another training's finished one
  } else if (first_process() && file_.exists()) {
    fmt::print(stderr, "{}", set_state_aside(model));
  }
  model_.emplace(ModelPlace(model, older));
  describe(identity_, metadata_);
  if (first_process() && keeps == Keeps::model_and_state)
    fmt::print(stderr, "{}{}", keep.resume ? "" : note_on_new_data(model, identity_.data_hash, keep.run),
               model_->place().replaced_note());
  metadata_[older_model_key] = model_->place().keeps_older_model() ? "kept" : "none";
  if (first_process() && !keep.report.empty()) page_.emplace(keep.report);
}

bool KeptTraining::is_there() const {
  std::error_code none;
  return fs::exists(file_.newest(), none) || fs::exists(while_training(), none);
}

std::string KeptTraining::set_state_aside(const fs::path& model) const {
  if (file_.has_hardly_begun()) {
    file_.remove();
    return tr("note: a training that was interrupted here in its first minute is given up\n");
  }
  const std::vector<fs::path> older = file_.states_aside();
  const fs::path aside = file_.set_aside();
  std::error_code problem;  // of a training that kept an older model, its options belong to the state
  fs::rename(beside_model(behind_links(model).replace_extension("unfinished.safetensors"), "run.json"),
             fs::path(aside).replace_extension("run.json"), problem);
  std::string text =
      tr("note: the state of a training that was interrupted here is kept in {}; to go on with it "
         "instead, give it the name {} again, and --resume\n",
         aside.string(), file_.newest().string());
  if (older.empty()) return text;
  std::string names;
  std::uintmax_t bytes = 0;
  for (const fs::path& file : older) {
    names += ' ' + shell_word(file.string());
    bytes += fs::file_size(file, problem);
  }
  return text + tr("note: what earlier ones left stands there, too, {:.1f} MB; to remove it: rm{}\n",
                   static_cast<double>(bytes) / 1e6, names);
}

void KeptTraining::go_on() {
  std::string note;
  SavedTraining saved = file_.read(note);
  if (!note.empty() && first_process()) fmt::print(stderr, "{}", tr("note: {}\n", note));
  require_same_training(identity_, saved, file_.newest());
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

std::string KeptTraining::going_on_text() const {
  if (!state_) return "";
  return tr("Going on after step {}, in epoch {} of {}\n", state_->step,
            std::min(std::ssize(state_->epochs) + 1, identity_.epochs), identity_.epochs);
}

std::string KeptTraining::remembered(const std::string& key) const {
  const auto found = metadata_.find(key);
  return found == metadata_.end() ? "" : found->second;
}

void KeptTraining::save_with(const Module& model, std::function<void(const fs::path&)> save,
                             std::string score) {
  if (keeps_ == Keeps::state) return;
  model_->save_with(model, std::move(save),
                    {.seed = identity_.settings.at("seed"),
                     .score = std::move(score),
                     .planned_epochs = identity_.epochs,
                     .interrupted = true,
                     .data_hash = identity_.data_hash});
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
  model_->record(record_);
  metadata_[record_key] = record_.to_json().dump();
  if (model_->is_behind(state)) (*write_model_)([&] { model_->save_best(state); });
  (*write_state_)([&] { file_.write(state, metadata_); });
}

std::string KeptTraining::diverged() {
  const std::string left = model_->finish_diverged(best_epoch_);
  if (keeps_ == Keeps::model_and_state) file_.remove();  // of several trainings others may go on
  return left;
}

std::string KeptTraining::how_to_go_on() const {
  std::error_code none;
  return fs::exists(file_.newest(), none) ? tr("to go on: the same command with --resume")
                                          : tr("it cannot go on with --resume: its state could not be saved");
}

KeptTraining::End KeptTraining::finish(const TrainingResult& result, std::optional<Usual> usual) {
  model_->record(record_);
  if (!first_process())
    return {.status = result.interrupted ? 128 + interrupt_signal() : result.best_epoch == 0 ? 1 : 0};
  End end = result.interrupted ? finish_interrupted(result) : finish_ended(result, usual);
  if (model_->saves()) lock_.reset();  // nothing more is written
  return end;
}

KeptTraining::End KeptTraining::finish_ended(const TrainingResult& result, std::optional<Usual> usual) {
  if (result.best_epoch == 0) {
    const std::string why = no_epoch_was_better(result);
    if (page_) page_->failed(why);
    throw_error<NumericError>("{}; {}", why, diverged());
  }
  if (!model_->saves()) return {};
  End end = saved([&] { return model_->finish_ended(result, usual); });
  file_.remove();
  return end;
}

KeptTraining::End KeptTraining::finish_interrupted(const TrainingResult& result) {
  std::string how = how_to_go_on();
  how.front() = static_cast<char>(std::toupper(how.front()));
  if (model_->saves()) return saved([&] { return model_->finish_interrupted(result, how); });
  return {.text = how, .status = 128 + interrupt_signal()};
}

KeptTraining::End KeptTraining::saved(const std::function<End()>& save) const {
  try {
    return save();
  } catch (const Error& problem) {
    throw_error<Error>("{}; {}", problem.message(), how_to_go_on());
  }
}

}  // namespace heed
