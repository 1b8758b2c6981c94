// The training loop of an encoder-decoder.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "nn/batch.hpp"
#include "nn/optimizer.hpp"
#include "nn/schedule.hpp"
#include "nn/transformer.hpp"

namespace heed {

/// After each optimiser step.
struct StepReport {
  std::int64_t epoch = 0, epochs = 0;  // from 1
  std::int64_t step = 0, steps = 0;    // of all epochs, from 1
  double loss = 0;                     // nats a target token, of this step
  double learning_rate = 0;
  double gradient_norm = 0;        // before clipping
  std::int64_t target_tokens = 0;  // of this step, without padding
};

/// After each epoch.
struct EpochReport {
  std::int64_t epoch = 0, epochs = 0;
  double train_loss = 0;                // nats a token, with dropout, averaged over the epoch
  double valid_loss = 0;                // nats a token, without dropout and label smoothing
  std::optional<double> valid_score{};  // what `score` gave, e.g. BLEU
  double tokens_per_second = 0;         // target tokens, training alone
  bool best = false;                    // the best epoch so far
};

struct TrainingOptions {
  std::int64_t epochs = 20;
  BatchOptions batches{};
  std::int64_t accumulate = 1;  // batches to one optimiser step
  Schedule schedule = constant_schedule(5e-4);
  double clip = 1;  // largest norm of all gradients together
  double label_smoothing = 0;
  std::int64_t patience = 0;  // stop after so many epochs without a better one; 0: never
  std::uint64_t seed = 0;     // of dropout; the order of batches has its own in `batches`
  SpecialIds ids{};

  /// The quality of the model on validation data, larger is better. Of epochs with the same score the one of
  /// least validation loss is the best, of equal losses the earlier. Left out: the loss alone decides.
  std::function<double()> score{};
  /// A quality that is good enough: training ends with the first epoch that reaches it.
  double enough = std::numeric_limits<double>::infinity();
  std::function<void(const StepReport&)> on_step{};
  std::function<void(const EpochReport&)> on_epoch{};
  /// Asked after each step; true ends the training there.
  std::function<bool()> should_stop{};
};

struct TrainingResult {
  std::vector<EpochReport> epochs;
  std::int64_t best_epoch = 0;  // 0: stopped before the first epoch was complete
  bool interrupted = false;
  StateDict last_weights{};  // of the last epoch, if another one was the best
};

/// Trains by teacher forcing. The loss of a step is summed over all its non-padding target tokens and divided
/// once by their number, so that padding, bucketing and accumulation change nothing but rounding. At the end
/// the model has the weights of the best epoch (also when an error ends it), is in evaluation mode, and the
/// same seed has given the same bytes for any number of threads. Throws NumericError when loss or gradients
/// are no longer finite, saying in which step.
TrainingResult train(const Transformer& model, Optimizer& optimizer, const std::vector<Example>& train_set,
                     const std::vector<Example>& valid_set, const TrainingOptions& options);

/// Cross entropy in nats a target token, without dropout. The model is in evaluation mode afterwards.
double evaluate_loss(const Transformer& model, const std::vector<Example>& examples,
                     std::size_t sentences = 64, SpecialIds ids = {});

}  // namespace heed
