#include "tools/training/training_history.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <system_error>

#include "lib/core/error.hpp"
#include "lib/files/base64.hpp"
#include "lib/files/content_hash.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/report/number.hpp"
#include "lib/text/display.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/ending.hpp"
#include "tools/training/machine.hpp"
#include "tools/training/run_directory.hpp"

namespace heed {

NLOHMANN_JSON_SERIALIZE_ENUM(EndedBy, {{EndedBy::epochs, "epochs"},
                                       {EndedBy::enough, "enough"},
                                       {EndedBy::patience, "patience"},
                                       {EndedBy::stop, nullptr}})

namespace {

constexpr const char* usual_key = "usual_least_log_probability";
constexpr const char* data_hash_key = "data_hash";

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
  using Json = nlohmann::json;
  const auto list = [](const Json& of, const char* name) -> const Json::array_t& {
    return of.at(name).get_ref<const Json::array_t&>();
  };
  const auto numbers = [](const Json& values) {  // null stands for what is not finite
    return std::ranges::all_of(values, [](const Json& v) { return v.is_number() || v.is_null(); });
  };
  for (const Json& epoch : list(history, "epochs"))
    if (!epoch.contains("epoch") || !numbers(epoch)) return false;
  (void)history.value("score", std::string());
  (void)history.value("interrupted", false);
  if (history.contains("steps")) {
    const std::size_t count = list(history.at("steps"), "epoch").size();
    for (const Json& column : history.at("steps"))
      if (column.is_array() && (column.size() != count || !numbers(column))) return false;
  }
  if (!history.contains("snapshots")) return true;
  // A byte for each weight of all heads of all sentences, in base64, after each epoch.
  const Json& snapshots = history.at("snapshots");
  std::size_t bytes = 0;
  for (const Json& sentence : list(snapshots, "sentences")) {
    for (const char* words : {"source", "input", "output"})
      (void)sentence.at(words).get<std::vector<std::string>>();
    for (const Json& head : list(sentence, "heads")) {
      (void)head.at("name").get<std::string>();
      for (const char* is : {"cross", "causal"}) (void)head.at(is).get<bool>();
      std::size_t size = 1;
      for (const Json& n : list(head, "shape")) {
        if (!n.is_number_unsigned() || n.get<std::uint64_t>() >= 10'000) return false;
        size *= n.get<std::size_t>();
      }
      if (head.at("shape").size() != 3) return false;
      bytes += size;
    }
  }
  return std::ranges::all_of(list(snapshots, "epochs"), [&](const Json& epoch) {
    return epoch.at("epoch").is_number_unsigned() &&
           base64_size(epoch.at("weights").get_ref<const std::string&>()) == bytes;
  });
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
  if (!h.data_hash.empty()) all[data_hash_key] = h.data_hash;
  all.update(h.record.to_json());
  return all;
}

void write_history(const std::filesystem::path& path, const TrainingHistory& history) {
  write_json(path, history_json(history));
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

TrainingSummary training_summary(const std::filesystem::path& model) {
  const std::filesystem::path path = history_of(model);
  if (!std::filesystem::exists(path)) return {};
  try {
    const nlohmann::json history = read_json(path);
    TrainingSummary summary{.interrupted = history.at("interrupted").get<bool>()};
    if (summary.interrupted) summary.process = running_training(model);
    if (summary.process == ::getpid()) summary.process = 0;
    const auto& epochs = history.at("epochs");
    const auto planned = history.value("planned_epochs", std::size_t{0});
    if (!summary.interrupted) {
      summary.text = trn("{} epoch", "{} epochs", std::ssize(epochs));
      const std::string why = early_end_text(history.value("ended_by", EndedBy::stop), std::ssize(epochs),
                                             static_cast<std::int64_t>(planned));  // older ones do not say it
      if (!why.empty()) summary.text += tr(" of {} ({})", planned, why);
    } else if (summary.process != 0) {
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
  if (summary.process != 0)
    return fmt::format("{}{}: {}{}\n", tr("note: "), model.string(), summary.text,
                       tr("{}; this is the best it has so far",
                          summary.process > 0 ? tr(", process {}", summary.process) : ""));
  return fmt::format("{}{}: {}{}\n", summary.interrupted ? tr("note: ") : "", model.string(), summary.text,
                     summary.interrupted ? tr(" (--resume goes on with it, --train begins anew)") : "");
}

namespace fs = std::filesystem;

std::string files_hash(const std::vector<fs::path>& files) {
  ContentHash hash;
  std::array<char, 65536> bytes;
  for (const fs::path& path : files) {
    std::error_code problem;
    if (!fs::is_regular_file(path, problem)) return "";  // a pipe would be empty for whoever reads it next
    std::ifstream file(path, std::ios::binary);
    std::uint64_t count = 0;
    while (file.read(bytes.data(), std::ssize(bytes)) || file.gcount() > 0) {
      hash.add(std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(file.gcount()))));
      count += static_cast<std::uint64_t>(file.gcount());
    }
    if (!file.eof()) return "";
    hash.add(std::as_bytes(std::span(&count, 1)));  // where one ends and the next begins
  }
  return files.empty() ? "" : hash.digits();
}

bool learned_from_others(const fs::path& model, const std::string& hash) {
  const auto then = value_in_history<std::string>(model, data_hash_key, "");
  return !then.empty() && !hash.empty() && hash != then;
}

std::string note_on_other_data(const fs::path& model, const std::vector<fs::path>& files) {
  std::error_code none;
  const auto gone = std::find_if(files.begin(), files.end(), [&](const fs::path& file) {
    return !file.empty() && !fs::exists(file, none);
  });
  if (gone != files.end())
    return tr("note: {} is not there; what answers is the saved model {}\n", printable(gone->string()),
              printable(model.string()));
  if (!learned_from_others(model, files_hash(files))) return "";
  return tr("note: {} has learned from other data than --data has now; --train trains a new one\n",
            printable(model.string()));
}

}  // namespace heed
