#include "tools/translation/save_trained.hpp"

#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/json.hpp"
#include "tools/training/machine.hpp"

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
                    {"seconds", session.training.seconds},
                    {"machine", describe_machine()},
                    {"epochs", epochs}});
}

}  // namespace

void save_trained(const TrainedTranslator& trained, const ModelPlace& place, std::uint64_t seed) {
  const bool ended = !trained.session.training.interrupted;
  try {
    trained.translator.save(ended ? place.model() : place.while_training());
  } catch (const Error& error) {
    if (!ended || !place.keeps_older_model()) throw;
    throw_error<Error>("{}; the weights of the best epoch are in {}", error.what(),
                       place.while_training().string());
  }
  write_history(ended || !place.keeps_older_model() ? place.history() : place.unfinished_history(),
                trained.session, seed);
  if (ended) place.remove_unfinished();
}

}  // namespace heed
