#include "tools/training/kept_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/report/interrupt.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

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
    fmt::print(stderr, "heed: {}\n", localized(error));
    return false;
  }
}

}  // namespace

std::string replaced_text(const TrainingEnd& end) {
  if (end.replaced.empty()) return "";
  return tr("The model that was there is kept in {}; `{}` brings it back\n", end.replaced.string(),
            bring_back_command(end.replaced, end.model));
}

void KeptModel::save_with(const Module& model, std::function<void(const fs::path&)> save,
                          TrainingHistory history) {
  model_ = model;
  save_ = std::move(save);
  history_ = std::move(history);
}

void KeptModel::save_best(const TrainingState& state) {
  // Not those of now where this is a second attempt, in the middle of a later epoch.
  model_.load_state_dict(state.best_weights);
  try {
    save_(place_.while_training());
  } catch (...) {
    model_.load_state_dict(state.weights);
    throw;
  }
  model_.load_state_dict(state.weights);
  write_history(unfinished_history_path(), history(state.epochs, state.best_epoch, state.seconds));
  saved_epoch_ = state.best_epoch;
}

fs::path KeptModel::unfinished_history_path() const {
  return place_.keeps_older_model() ? place_.unfinished_history() : place_.history();
}

TrainingHistory KeptModel::history(const std::vector<EpochReport>& epochs, std::int64_t best_epoch,
                                   double seconds) const {
  TrainingHistory history = history_;
  history.best_epoch = best_epoch;
  history.seconds = seconds;
  history.epochs = epochs;
  return history;
}

std::string KeptModel::finish_diverged(std::int64_t best_epoch) {
  if (best_epoch > 0 && best_epoch == saved_epoch_)
    return tr("the weights of epoch {}, the best before that, are in {}", best_epoch,
              place_.while_training().string());
  return place_.keeps_older_model() ? tr("{} is still the older model", place_.model().string())
                                    : tr("nothing was saved");
}

TrainingEnd KeptModel::finish_ended(const TrainingResult& result, std::optional<Usual> usual) {
  TrainingEnd end{.model = place_.model(), .replaced = place_.replace(save_)};
  TrainingHistory complete = history(result.epochs, result.best_epoch, result.seconds);
  complete.interrupted = false;
  complete.ended_by = result.ended_by;
  complete.usual = usual;
  if (!write_or_say(place_.history(), complete)) end.status = 1;
  place_.remove_unfinished();
  return end;
}

TrainingEnd KeptModel::finish_interrupted(const TrainingResult& result, const std::string& how) {
  TrainingEnd end{.status = 128 + interrupt_signal()};
  if (result.best_epoch == 0 && (!result.epochs.empty() || !all_finite(model_.state_dict()))) {
    end.text =
        tr("Interrupted: no weights are saved, as they are worse than those of an untrained model\n{}", how);
    return end;
  }
  end.model = place_.while_training();
  if (result.best_epoch == 0 || result.best_epoch != saved_epoch_) save_(end.model);
  if (!write_or_say(unfinished_history_path(), history(result.epochs, result.best_epoch, result.seconds)))
    end.status = 1;
  end.text = fmt::format("{}\n{}", place_.interrupted_text(result), how);
  return end;
}

}  // namespace heed
