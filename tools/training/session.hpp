// One training run on the terminal: progress, a line an epoch, the best model kept, Ctrl-C.
#pragma once

#include <filesystem>
#include <functional>
#include <limits>
#include <string>

#include "nn/next_token_task.hpp"
#include "nn/trainer.hpp"
#include "tools/training/snapshots.hpp"

namespace heed {

/// The learning rate over the steps: rises linearly over `warmup` steps, then as the name says.
enum class ScheduleKind { constant, inverse_sqrt, cosine, noam };

/// What a person chooses of a run, whichever model it trains.
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
  double r_drop = 0;          // of models that predict the next token
  std::int64_t patience = 0;  // epochs; 0: never stop early
  std::uint64_t seed = 1;
  EpochAverage average{};
  double ema = 0;
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
  std::function<double()> measure;
  double enough = std::numeric_limits<double>::infinity();  // no need to go on from here
  double from = -std::numeric_limits<double>::infinity();   // TrainingOptions::score_from
};

/// lines: a progress bar on standard error, if that is a terminal, and a line an epoch on standard output.
/// bar: the first alone.
enum class Talk { lines, bar };

struct SessionResult {
  TrainingResult training;
};

/// Why a training of so many epochs ended before the last of them, a phrase; empty if it did not, or was
/// interrupted.
std::string early_end_text(EndedBy ended_by, std::int64_t done, std::int64_t planned);

/// Which weights an interrupted training leaves: "the weights of epoch 3, the best so far," or "the weights
/// so far".
std::string weights_kept(const TrainingResult& training);

class KeptTraining;

/// What a loss is divided by.
enum class LossUnit { target_tokens, masked_words, images };

/// Whether exp(loss) says something: of a loss a token it is the perplexity.
enum class ShowPerplexity { yes, no };

/// What a session shows, and what it leaves on the disk.
struct SessionPlace {
  Talk talk = Talk::lines;
  std::string label{};           // opens the progress line
  KeptTraining* kept = nullptr;  // goes on from its state, and gives it checkpoints; null: nothing is kept
  LossUnit unit = LossUnit::target_tokens;
  ShowPerplexity perplexity = ShowPerplexity::yes;
  std::function<std::string()> after_epoch{};  // lines to be shown below the epoch's
  std::vector<ShownSentence> shown{};          // whose attention is kept after each epoch

  /// Where something is kept: how to save `model` with its present weights, what its score is called, and
  /// the sentences to be shown.
  void keep(const Module& model, std::function<void(const std::filesystem::path&)> save, std::string score,
            std::vector<ShownSentence> sentences);
};

/// What the options say of a task of sentences: its batches, and label smoothing.
NextTokenOptions task_options(const SessionOptions& options);

/// Trains with Adam (β₁ 0.9). Ctrl-C ends it after the current step. Throws what train() throws.
SessionResult run_session(const TrainingTask& task, const ValidationScore& score,
                          const SessionOptions& options, const SessionPlace& place = {});

}  // namespace heed
