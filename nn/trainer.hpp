// The training loop.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "nn/optimizer.hpp"
#include "nn/processes/communicator.hpp"
#include "nn/schedule.hpp"
#include "nn/training_state.hpp"
#include "nn/training_task.hpp"

namespace heed::inline HEED_PRECISION {

/// After each optimiser step.
struct StepReport {
  std::int64_t epoch = 0, epochs = 0;  // from 1
  std::int64_t step = 0, steps = 0;    // of all epochs, from 1
  double loss = 0;                     // nats a target token, of this step; 0 if it has none
  double learning_rate = 0;
  double gradient_norm = 0;        // before clipping
  std::int64_t target_tokens = 0;  // of this step, without padding
};

/// The epochs whose weights are averaged when a training ends (Vaswani et al. 2017, section 6.1: the last).
struct EpochAverage {
  enum class Of { none, last, best };
  Of of = Of::none;
  std::int64_t epochs = 0;

  /// "last:5", "best:3", "none". Throws UsageError for anything else.
  static EpochAverage parse(const std::string& text);
  std::string text() const;
};

struct TrainingOptions {
  std::int64_t epochs = 20;
  std::int64_t accumulate = 1;  // batches to one optimiser step
  Schedule schedule{};          // left out: the optimiser's own learning rate
  double clip = 1;              // largest norm of all gradients together, above 0; infinity: none
  std::int64_t patience = 0;    // stop after so many epochs without a better one; 0: never
  std::uint64_t seed = 0;       // of dropout; the order of batches is the task's
  EpochAverage average{};       // whose weights the model has at the end, instead of the best epoch's
  /// Parts into which each batch is cut, whose gradients are added in a fixed order: the same for any number
  /// of processes that divides it.
  int shards = 1;
  /// The processes that train together: each calls train() with the same task and options. Process 0
  /// validates, keeps the state and calls the functions below; when it fails, the next one keeps the last
  /// completed step.
  Communicator* processes = &alone();

  /// The quality of the model on validation data, larger is better. Of epochs with the same score the one of
  /// least validation loss is the best, of equal losses the earlier. Left out: the loss alone decides.
  std::function<double()> score{};
  /// Scores below it are chance, and count as the same: of such epochs the loss decides.
  double score_from = -std::numeric_limits<double>::infinity();
  /// A quality that is good enough: training ends with the first epoch that reaches it.
  double enough = std::numeric_limits<double>::infinity();
  std::function<void(const StepReport&)> on_step{};
  std::function<void(const EpochReport&)> on_epoch{};
  /// Asked after each step, of every process; true ends the training there.
  std::function<bool()> should_stop{};

  /// Given the state to be kept: after each epoch (before on_epoch), where should_stop ended the training,
  /// and besides that after so many steps or seconds since the last time (0: neither). What it throws ends
  /// the training. Its arrays are shared: kept beyond the call, they cost a copy of the model in the next
  /// step.
  std::function<void(const TrainingState&)> checkpoint{};
  std::int64_t checkpoint_steps = 0;
  double checkpoint_seconds = 0;
};

/// A training was ended by its last epoch, a quality that is enough, no better epoch for too long, or
/// should_stop.
enum class EndedBy { epochs, enough, patience, stop };

struct TrainingResult {
  std::vector<EpochReport> epochs;
  /// 0: no epoch was complete, or none was better than the model before its first step.
  std::int64_t best_epoch = 0;
  bool interrupted = false;  // ended by should_stop
  EndedBy ended_by = EndedBy::epochs;
  double seconds = 0;         // with those before `from`
  double untrained_loss = 0;  // validation loss before the first step; infinity: not known
  StateDict last_weights{};   // of the last epoch, if another one was the best, and none are averaged
  std::vector<std::int64_t> averaged{};  // the epochs whose mean the model has, if so
};

/// Trains from the beginning, or goes on `from` a state that `checkpoint` was given: with the same task,
/// optimiser and options the end is the same to the bit, wherever the training was cut. The loss of a step is
/// summed over all its non-padding target tokens and divided once by their number, so that padding, bucketing
/// and accumulation change nothing but rounding; a step without target tokens changes nothing. An epoch whose
/// validation loss or score is not finite, or whose loss is above that of the model before its first step, is
/// never the best. At the end the model has the weights of the best epoch (also when an error ends it; before
/// there is one, those of the last step), is in evaluation mode, and the same seed has given the same bytes
/// for any number of threads and processes. Throws what require_training() throws, and UsageError for a loss
/// that is no scalar sum over 0 or more tokens; NumericError when loss or gradients are no longer finite,
/// saying in which step; Error if the state does not fit, the processes do not begin alike, or an epoch has
/// nothing to train on; ProcessesError when one of them fails.
TrainingResult train(const TrainingTask& task, Optimizer& optimizer, const TrainingOptions& options,
                     std::optional<TrainingState> from = std::nullopt);

}  // namespace heed
