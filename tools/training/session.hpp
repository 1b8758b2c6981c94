// One training on the terminal: progress, a line an epoch, the best model kept, Ctrl-C.
#pragma once

#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "nn/next_token_task.hpp"
#include "nn/trainer.hpp"
#include "tools/training/snapshots.hpp"

namespace heed {

/// The learning rate over the steps: rises linearly over `warmup` steps, then as the name says.
enum class ScheduleKind { constant, inverse_sqrt, cosine, noam };

/// Holds what a person chooses of a run, whichever model it trains.
struct SessionOptions {
  std::int64_t epochs = 8;
  std::int64_t stop_after = 0;  // so many of them, for all of which the schedule is made; 0: none is left out
  std::size_t batch_sentences = 64, batch_tokens = 0;  // if tokens is not 0, it counts instead of sentences
  std::int64_t accumulate = 1;                         // batches to a step
  int shards = 0;            // of each batch; 0: 1, or 4 for a training by processes
  double learning_rate = 0;  // 0: automatic_learning_rate()
  ScheduleKind schedule = ScheduleKind::cosine;
  std::int64_t warmup = 400;                  // steps
  double adam_beta2 = 0.98, adam_eps = 1e-9;  // as the paper; PyTorch's defaults are 0.999 and 1e-8
  double clip = 1, label_smoothing = 0.1;
  std::int64_t patience = 0;  // epochs; 0: never stop early
  std::uint64_t seed = 1;
  EpochAverage average{};
  std::int64_t width = 0;  // d_model, which the rate of noam and the automatic one follow from; no choice:
                           // whoever makes the model says it
};

/// `options` for a model of this width.
SessionOptions of_width(SessionOptions options, std::int64_t width);

/// options.shards, or what stands for 0.
int shards_of(const SessionOptions& options);

/// 0.256 / width, at most 0.002: wide models diverge at the rates that narrow ones learn fastest with. For
/// noam, where the rate is a factor, 1. Throws UsageError if there is no width.
double automatic_learning_rate(const SessionOptions& options);

/// How good the model is on the validation part; larger is better, and the best epoch is kept.
struct ValidationScore {
  std::string name;  // "BLEU"
  std::function<double()> measure{};
  double enough = std::numeric_limits<double>::infinity();  // no need to go on from here
  double from = -std::numeric_limits<double>::infinity();   // TrainingOptions::score_from
};

/// Names what a loss is divided by.
enum class LossUnit { target_tokens, masked_words, images };

/// A model with its data, how it is saved, and what is shown of it: all in which the trainings differ.
struct Training {
  TrainingTask task;
  ValidationScore score;
  LossUnit unit = LossUnit::target_tokens;
  std::function<void(const std::filesystem::path&)> save{};  // the present weights
  std::vector<ShownSentence> shown{};                        // whose attention is kept after each epoch
  std::function<std::string()> after_epoch{};                // lines to be shown below the epoch's
};

/// A model with the weights of the best epoch, and how it came to them.
template <typename Model>
struct TrainedModel {
  Model model;
  TrainingResult training;
};

class Checkpointer;

/// lines: a progress bar on standard error, if that is a terminal, and a line an epoch on standard output.
/// bar: the first alone.
enum class Talk { lines, bar };

/// Holds where a session speaks, and what keeps it.
struct SessionPlace {
  Talk talk = Talk::lines;
  std::string label{};           // opens the progress line
  Checkpointer* kept = nullptr;  // goes on from its state, and gives it checkpoints; null: nothing is kept
};

/// Returns what the options say of a task of sentences: its batches, and label smoothing.
NextTokenOptions task_options(const SessionOptions& options);

/// Trains with Adam (β₁ 0.9). Ctrl-C ends it after the current step. Throws what train() throws.
TrainingResult run_session(const Training& training, const SessionOptions& options,
                           const SessionPlace& place = {});

}  // namespace heed
