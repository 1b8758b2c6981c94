// How a model came to be: training.json beside it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "nn/training_state.hpp"
#include "tools/training/training_record.hpp"

namespace heed {

/// How a translator does on held-out sentences of its own kind: in few of them it falls below these.
struct Usual {
  /// Translation::least, in three of a hundred; in two where the counterparts of words tell more.
  double least = -std::numeric_limits<double>::infinity();
};

struct TrainingHistory {
  std::uint64_t seed = 0;
  std::string score = "BLEU";  // what `valid_score` is
  std::int64_t planned_epochs = 0, best_epoch = 0;
  bool interrupted = false;
  EndedBy ended_by = EndedBy::epochs;  // if it was not interrupted
  double seconds = 0;
  std::vector<EpochReport> epochs{};
  TrainingRecord record{};
  std::optional<Usual> usual{};
};

/// Returns what the file says.
nlohmann::json history_json(const TrainingHistory& history);

/// Returns why a training of so many epochs ended before the last of them, a phrase; empty if it did not, or
/// was interrupted.
std::string early_end_text(EndedBy ended_by, std::int64_t done, std::int64_t planned);

/// "accuracy 97.50 %", in the spoken language: "정확도 97.50 %".
std::string score_text(const std::string& score, double value);

/// Returns the history beside a model for a page to rely on, null if there is none. Throws FormatError that
/// names the file if it is something else than the history of a training.
nlohmann::json read_history(const std::filesystem::path& model);

/// Holds what a person who uses or replaces a model must know of its training.
struct TrainingSummary {
  bool interrupted = false;  // or running
  bool running = false;      // another process trains it now
  std::string text{};  // "8 epochs, valid BLEU 99.42"; "interrupted after epoch 3 of 8, …"; empty: not known
};

/// Reads the history beside the model.
TrainingSummary training_summary(const std::filesystem::path& model);

/// Reads the history beside the model; what it does not say is -infinity.
Usual usual_translation(const std::filesystem::path& model);

/// For standard error, when a model is used: "MODEL: 8 epochs, valid BLEU 99.42\n", and how an interrupted
/// training goes on. Empty if nothing is known of it.
std::string note_on_training(const std::filesystem::path& model);

/// For standard error, of a model that answers: that one of its files of data was written after it had
/// learned, and how a training is asked for; or that one is not there. "" is no file.
std::string note_on_data(const std::filesystem::path& model, const std::vector<std::filesystem::path>& files);

}  // namespace heed
