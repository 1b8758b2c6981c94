#include "tools/training/training_history.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <system_error>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/report/number.hpp"
#include "lib/text/display.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/machine.hpp"
#include "tools/training/run_directory.hpp"

namespace heed {

NLOHMANN_JSON_SERIALIZE_ENUM(EndedBy, {{EndedBy::epochs, "epochs"},
                                       {EndedBy::enough, "enough"},
                                       {EndedBy::patience, "patience"},
                                       {EndedBy::stop, nullptr}})

namespace {

constexpr const char* usual_key = "usual_least_log_probability";

/// One value of the history beside a model; `otherwise` where it is not said: no reason to refuse a model.
template <typename T>
T value_in_history(const std::filesystem::path& model, const char* key, const T& otherwise) {
  try {
    const std::filesystem::path path = history_of(model);
    return std::filesystem::exists(path) ? read_json(path).value(key, otherwise) : otherwise;
  } catch (const Error&) {
  } catch (const nlohmann::json::exception&) {
  }
  return otherwise;
}

/// "valid_bleu", "valid_exact_percent"
std::string score_field(std::string name) {
  for (char& c : name) c = c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return "valid_" + name;
}

/// Returns true if a page can show it. Throws json's exceptions for fields that are missing or of another
/// kind.
bool is_history(const nlohmann::json& history) {
  for (const nlohmann::json& epoch : history.at("epochs").get_ref<const nlohmann::json::array_t&>()) {
    const bool numbers =
        std::ranges::all_of(epoch, [](const auto& v) { return v.is_number() || v.is_null(); });
    if (!numbers || !epoch.contains("epoch")) return false;  // null stands for what is not finite
  }
  (void)history.value("score", std::string());
  (void)history.value("interrupted", false);
  (void)TrainingRecord::from_json(history);
  return true;
}

}  // namespace

std::string score_text(const std::string& score, double value) {
  const std::string name = score == "accuracy"     ? tr("accuracy")
                           : score == "perplexity" ? tr("perplexity")
                                                   : score;
  return fmt::format("{} {:.2f}{}", name, value, score == "accuracy" ? " %" : "");
}

nlohmann::json history_json(const TrainingHistory& h) {
  nlohmann::json epochs = nlohmann::json::array();
  for (const EpochReport& e : h.epochs) {
    epochs.push_back(
        {{"epoch", e.epoch},
         {"train_loss", e.train_loss},
         {"valid_loss", e.valid_loss},
         {score_field(h.score), e.valid_score ? nlohmann::json(*e.valid_score) : nlohmann::json()},
         {"target_tokens_per_second", e.tokens_per_second}});
  }
  nlohmann::json all{{"seed", h.seed},
                     {"score", h.score},
                     {"best_epoch", h.best_epoch},
                     {"planned_epochs", h.planned_epochs},
                     {"interrupted", h.interrupted},
                     {"ended_by", h.interrupted ? EndedBy::stop : h.ended_by},
                     {"seconds", h.seconds},
                     {"machine", describe_machine()},
                     {"epochs", epochs}};
  if (h.usual) all[usual_key] = h.usual->least;
  all.update(h.record.to_json());
  return all;
}

nlohmann::json read_history(const std::filesystem::path& model) {
  const std::filesystem::path file = history_of(model);
  if (!std::filesystem::exists(file)) return {};
  nlohmann::json history = read_json(file);
  bool right = false;
  try {
    right = is_history(history);
  } catch (const nlohmann::json::exception&) {
  }
  if (!right)
    throw_error<FormatError>(
        tr_noop("{}: not the history of a training, as it stands beside a model; move the "
                "file away, or train anew"),
        file.string());
  return history;
}

std::string early_end_text(EndedBy ended_by, std::int64_t done, std::int64_t planned) {
  if (done >= planned || ended_by == EndedBy::stop) return "";
  if (ended_by == EndedBy::patience) return tr("no better epoch came within --patience");
  if (ended_by == EndedBy::enough) return tr("it is good enough");
  return tr("--stop-after");
}

TrainingSummary training_summary(const std::filesystem::path& model) {
  const std::filesystem::path path = history_of(model);
  if (!std::filesystem::exists(path)) return {};
  try {
    const nlohmann::json history = read_json(path);
    TrainingSummary summary{.interrupted = history.at("interrupted").get<bool>()};
    summary.running = summary.interrupted && is_being_trained(model);
    const auto& epochs = history.at("epochs");
    const auto planned = history.value("planned_epochs", std::size_t{0});
    if (!summary.interrupted) {
      summary.text = trn("{} epoch", "{} epochs", std::ssize(epochs));
      const std::string why = early_end_text(history.value("ended_by", EndedBy::stop), std::ssize(epochs),
                                             static_cast<std::int64_t>(planned));  // older ones do not say it
      if (!why.empty()) summary.text += tr(" of {} ({})", planned, why);
    } else if (summary.running) {
      summary.text = tr("its training is running (epoch {}{})", epochs.size() + 1,
                        planned == 0 ? "" : tr(" of {}", planned));
    } else if (epochs.empty()) {
      summary.text = tr("its training was interrupted in the first epoch");
    } else {
      summary.text = tr("its training was interrupted after epoch {}{}", epochs.size(),
                        planned == 0 ? "" : tr(" of {}", planned));
    }
    const auto best = history.at("best_epoch").get<std::size_t>();
    if (best == 0 || best > epochs.size()) return summary;
    const std::string score = history.value("score", "BLEU");
    const nlohmann::json& value = epochs[best - 1].at(score_field(score));
    if (value.is_number()) summary.text += tr(", valid {}", score_text(score, value.get<double>()));
    return summary;
  } catch (const Error&) {  // a note is no reason to refuse a model
  } catch (const nlohmann::json::exception&) {
  }
  return {};
}

Usual usual_translation(const std::filesystem::path& model) {
  return {value_in_history(model, usual_key, Usual().least)};
}

std::string note_on_training(const std::filesystem::path& model) {
  const TrainingSummary summary = training_summary(model);
  if (summary.text.empty()) return "";
  if (summary.running)
    return fmt::format("{}{}: {}{}\n", tr("note: "), model.string(), summary.text,
                       tr("; this is the best it has so far"));
  return fmt::format("{}{}: {}{}\n", summary.interrupted ? tr("note: ") : "", model.string(), summary.text,
                     summary.interrupted ? tr(" (--resume goes on with it, --train begins anew)") : "");
}

std::string note_on_data(const std::filesystem::path& model,
                         const std::vector<std::filesystem::path>& files) {
  std::error_code none;
  for (const std::filesystem::path& file : files) {
    if (file.empty()) continue;
    if (!std::filesystem::exists(file, none))
      return tr("note: {} is not there; what answers is the saved model {}\n", printable(file.string()),
                printable(model.string()));
    if (std::filesystem::last_write_time(file, none) > std::filesystem::last_write_time(model, none))
      return tr("note: {} was written after {} had learned; --train trains a new one\n",
                printable(file.string()), printable(model.string()));
  }
  return "";
}

}  // namespace heed
