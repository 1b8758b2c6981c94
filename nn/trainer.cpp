#include "nn/trainer.hpp"

#include <algorithm>
#include <chrono>

#include "autograd/no_grad.hpp"
#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "nn/best_epoch.hpp"
#include "nn/training_step.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using Clock = std::chrono::steady_clock;

class Training {
 public:
  Training(const TrainingTask& task, Optimizer& optimizer, const TrainingOptions& options)
      : task_(task),
        optimizer_(optimizer),
        options_(options),
        processes_(*options.processes),
        take_step_(task, optimizer, options) {}

  TrainingResult run(std::optional<TrainingState> from) {
    if (from) go_on(std::move(*from));
    check_others("at the start");
    before_ = state_.seconds;
    start_ = Clock::now();
    EndedBy ended_by = EndedBy::epochs;
    try {
      ended_by = run_epochs();
    } catch (const ProcessesError& error) {
      keep_after(error);
      restore_best();
      throw;
    } catch (...) {
      restore_best();  // the best epoch so far is not lost
      throw;
    }
    const bool interrupted = ended_by == EndedBy::stop;
    TrainingResult result{.epochs = state_.epochs,
                          .best_epoch = state_.best_epoch,
                          .interrupted = interrupted,
                          .ended_by = ended_by,
                          .seconds = before_ + seconds_since(start_),
                          .untrained_loss = state_.untrained_loss};
    if (!interrupted && !state_.kept_epochs.empty()) {
      for (const KeptEpoch& kept : state_.kept_epochs) result.averaged.push_back(kept.epoch);
      state_.best_weights = mean_weights(state_.kept_epochs);
    } else if (!interrupted && state_.best_epoch != std::ssize(state_.epochs)) {
      result.last_weights = task_.model.state_dict();
    }
    restore_best();
    return result;
  }

 private:
  void go_on(TrainingState&& from) {
    if (from.step < 0 || from.batch < 0 || from.best_epoch < 0 || from.best_epoch > std::ssize(from.epochs))
      throw_error<Error>("this state of a training cannot be: step {}, batch {}, best epoch {} of {}",
                         from.step, from.batch, from.best_epoch, from.epochs.size());
    task_.model.load_state_dict(from.weights);
    optimizer_.load_state_dict(from.optimizer);
    state_ = std::move(from);
    // Their arrays are the model's and the optimiser's now; a second handle would make the next step copy.
    state_.weights.clear();
    state_.optimizer.clear();
  }

  void restore_best() {
    if (!state_.best_weights.empty()) task_.model.load_state_dict(state_.best_weights);
    task_.model.eval();
    optimizer_.zero_grad();
  }

  /// Gives the state to be kept; only the process that speaks for all keeps it.
  void keep() {
    if (!options_.checkpoint || !processes_.speaks()) return;
    state_.seconds = before_ + seconds_since(start_);
    state_.weights = task_.model.state_dict();
    state_.optimizer = optimizer_.state_dict();
    options_.checkpoint(state_);
    state_.weights.clear();
    state_.optimizer.clear();
    kept_at_ = Clock::now();
    kept_step_ = state_.step;
  }

  /// Another process has failed: the steps that all have done are not lost.
  void keep_after(const ProcessesError& error) {
    try {
      if (state_.step > kept_step_ || processes_.rank() > 0) keep();
    } catch (const Error& problem) {
      throw_error<ProcessesError>("{}; and the training could not be kept: {}", error.message(),
                                  problem.message());
    }
  }

  /// All processes must have the same numbers, or their sums would mean nothing.
  void check_others(const std::string& when) {
    if (processes_.size() == 1) return;
    check_agreement(processes_, when,
                    {{"the shards of a step", std::to_string(options_.shards)},
                     {"the step", std::to_string(state_.step)},
                     {"the seed", std::to_string(options_.seed)},
                     {"the weights", hash_of(task_.model.state_dict())},
                     {"the state of the optimiser", hash_of(optimizer_.state_dict())}});
  }

  /// Returns what process 0 measures, while the others wait.
  template <typename Measure>
  double measured(Measure measure) {
    return gather(processes_, std::vector<double>{processes_.rank() == 0 ? measure() : 0.0}).front();
  }

  bool asked_to_stop() const { return options_.should_stop && options_.should_stop(); }

  EndedBy run_epochs() {
    kept_step_ = state_.step;
    if (state_.step == 0 && task_.valid_loss) state_.untrained_loss = evaluated(task_.valid_loss);
    std::optional<EndedBy> end = ended(state_, options_);
    while (!end) {
      if (run_epoch()) {
        keep();
        return EndedBy::stop;
      }
      finish_epoch();
      keep();  // before the report: whoever reads of a best epoch can rely on its being kept
      if (options_.on_epoch && processes_.rank() == 0) options_.on_epoch(state_.epochs.back());
      end = ended(state_, options_);
      if (end) break;
      // Asked for during validation.
      if (measured([&] { return asked_to_stop() ? 1.0 : 0.0; }) != 0) return EndedBy::stop;
    }
    return *end;
  }

  /// The steps that are left of the epoch at hand; whether should_stop ended them.
  bool run_epoch() {
    const auto epoch = std::ssize(state_.epochs) + 1;
    const std::vector<std::vector<std::size_t>> batches =
        task_.batches(static_cast<std::uint64_t>(epoch - 1));
    const std::int64_t count = std::ssize(batches), group = options_.accumulate;
    if (count == 0) throw_error<Error>("there is nothing to train on: epoch {} has no batches", epoch);
    if (state_.batch > count || (state_.batch % group != 0 && state_.batch != count))
      throw_error<Error>("this state of a training is of batch {} of an epoch of {}", state_.batch, count);
    const double before = state_.epoch_seconds;
    const auto start = Clock::now();
    task_.model.train();
    while (state_.batch < count) {
      const std::int64_t last = std::min(count, state_.batch + group);
      const bool stop = processes_.size() > 1 && asked_to_stop();
      StepReport step = take_step_(state_.step + 1,
                                   std::span(batches).subspan(static_cast<std::size_t>(state_.batch),
                                                              static_cast<std::size_t>(last - state_.batch)),
                                   stop);
      state_.step = step.step;
      step.epoch = epoch;
      step.epochs = options_.epochs;
      // the batches of another epoch may number one more or less
      step.steps = (count + group - 1) / group * options_.epochs;
      state_.batch = last;
      state_.loss_sum += step.loss * static_cast<double>(step.target_tokens);
      state_.tokens += step.target_tokens;
      state_.epoch_seconds = before + seconds_since(start);
      if (options_.on_step && processes_.rank() == 0) options_.on_step(step);
      if (processes_.size() == 1 ? asked_to_stop() : take_step_.asked_to_stop()) return true;
      if (checkpoint_due()) keep();
    }
    return false;
  }

  bool checkpoint_due() const {
    return (options_.checkpoint_steps > 0 && state_.step - kept_step_ >= options_.checkpoint_steps) ||
           (options_.checkpoint_seconds > 0 && seconds_since(kept_at_) >= options_.checkpoint_seconds);
  }

  /// A quality of the model in evaluation mode, without a graph.
  double evaluated(const std::function<double()>& quality) {
    return measured([&] {
      const NoGrad no_grad;
      const Evaluating evaluating(task_.model);
      return quality();
    });
  }

  void finish_epoch() {
    if (state_.tokens == 0)
      throw_error<Error>("there is nothing to train on: epoch {} has no target tokens but padding",
                         state_.epochs.size() + 1);
    check_others(fmt::format("after epoch {}", state_.epochs.size() + 1));
    EpochReport report{.epoch = std::ssize(state_.epochs) + 1, .epochs = options_.epochs};
    report.tokens_per_second = static_cast<double>(state_.tokens) / state_.epoch_seconds;
    report.train_loss = state_.loss_sum / static_cast<double>(state_.tokens);
    report.valid_loss = task_.valid_loss ? evaluated(task_.valid_loss) : report.train_loss;
    if (options_.score) report.valid_score = evaluated(options_.score);
    report.best = better_than_before(state_, report, options_.score_from);
    const StateDict weights = task_.model.state_dict();  // shares the arrays: the next step writes to copies
    if (report.best) {
      state_.best_epoch = report.epoch;
      state_.best_weights = weights;
    }
    state_.epochs.push_back(report);
    if (candidate(state_, report))
      keep_epoch(options_.average, state_.epochs, weights, state_.kept_epochs, options_.score_from);
    state_.batch = state_.tokens = 0;
    state_.loss_sum = state_.epoch_seconds = 0;
  }

  const TrainingTask& task_;
  Optimizer& optimizer_;
  const TrainingOptions& options_;
  Communicator& processes_;
  TrainingStep take_step_;
  TrainingState state_;
  double before_ = 0;  // seconds before `from`
  Clock::time_point start_ = Clock::now(), kept_at_ = Clock::now();
  std::int64_t kept_step_ = 0;
};

}  // namespace

TrainingResult train(const TrainingTask& task, Optimizer& optimizer, const TrainingOptions& options,
                     std::optional<TrainingState> from) {
  require_training(task, optimizer, options);
  return Training(task, optimizer, options).run(std::move(from));
}

}  // namespace heed
