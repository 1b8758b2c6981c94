#include "tools/translation/save_trained.hpp"

#include <nlohmann/json.hpp>
#include <system_error>

#include "lib/files/json.hpp"

namespace heed {
namespace {

void write_history(const std::filesystem::path& path, const SessionResult& session, std::uint64_t seed) {
  nlohmann::json epochs = nlohmann::json::array();
  for (const EpochReport& e : session.training.epochs) {
    epochs.push_back({{"epoch", e.epoch},
                      {"train_loss", e.train_loss},
                      {"valid_loss", e.valid_loss},
                      {"valid_bleu", e.valid_score ? nlohmann::json(*e.valid_score) : nlohmann::json()},
                      {"target_tokens_per_second", e.tokens_per_second}});
  }
  write_json(path, {{"seed", seed},
                    {"best_epoch", session.training.best_epoch},
                    {"interrupted", session.training.interrupted},
                    {"seconds", session.seconds},
                    {"epochs", epochs}});
}

}  // namespace

void save_trained(const TrainedTranslator& trained, const ModelPlace& place,
                  const std::filesystem::path& folder, std::uint64_t seed) {
  const bool ended = !trained.session.training.interrupted;
  trained.translator.save(ended ? place.model() : place.while_training());
  const std::filesystem::path history = folder / "training.json", unfinished = folder / "unfinished.json";
  write_history(ended || !place.keeps_older_model() ? history : unfinished, trained.session, seed);
  if (!ended) return;
  place.remove_unfinished();
  std::error_code nothing_there;
  std::filesystem::remove(unfinished, nothing_there);
}

}  // namespace heed
