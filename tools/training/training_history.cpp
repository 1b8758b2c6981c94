#include "tools/training/training_history.hpp"

#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/json.hpp"
#include "tools/training/machine.hpp"
#include "tools/training/model_place.hpp"

namespace heed {
namespace {

/// "valid_bleu", "valid_exact_percent"
std::string score_field(std::string name) {
  for (char& c : name) c = c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return "valid_" + name;
}

}  // namespace

void write_history(const std::filesystem::path& path, const TrainingHistory& h) {
  nlohmann::json epochs = nlohmann::json::array();
  for (const EpochReport& e : h.epochs) {
    epochs.push_back(
        {{"epoch", e.epoch},
         {"train_loss", e.train_loss},
         {"valid_loss", e.valid_loss},
         {score_field(h.score), e.valid_score ? nlohmann::json(*e.valid_score) : nlohmann::json()},
         {"target_tokens_per_second", e.tokens_per_second}});
  }
  write_json(path, {{"seed", h.seed},
                    {"score", h.score},
                    {"best_epoch", h.best_epoch},
                    {"planned_epochs", h.planned_epochs},
                    {"interrupted", h.interrupted},
                    {"seconds", h.seconds},
                    {"machine", describe_machine()},
                    {"epochs", epochs}});
}

std::string note_on_training(const std::filesystem::path& model) {
  const std::filesystem::path path = history_of(model);
  if (!std::filesystem::exists(path)) return "";
  try {
    const nlohmann::json history = read_json(path);
    if (!history.at("interrupted").get<bool>()) return "";
    const auto& epochs = history.at("epochs");
    if (epochs.empty()) return model.string() + ": its training was interrupted in the first epoch";
    std::string text =
        fmt::format("{}: its training was interrupted after epoch {}", model.string(), epochs.size());
    if (const auto planned = history.value("planned_epochs", 0); planned > 0)
      text += fmt::format(" of {}", planned);
    const std::string score = history.value("score", "BLEU");
    const auto best = history.at("best_epoch").get<std::size_t>();
    if (best == 0 || best > epochs.size()) return text;
    const nlohmann::json& value = epochs[best - 1].at(score_field(score));
    return text + (value.is_number() ? fmt::format(" (valid {} {:.2f})", score, value.get<double>()) : "");
  } catch (const Error&) {  // a note is no reason to refuse a model
  } catch (const nlohmann::json::exception&) {
  }
  return "";
}

}  // namespace heed
