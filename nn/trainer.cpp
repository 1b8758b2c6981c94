#include "nn/trainer.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "lib/core/error.hpp"

namespace heed {
namespace {

Variable summed_loss(const Transformer& model, const Batch& batch, double label_smoothing,
                     const SpecialIds& ids) {
  return cross_entropy(
      model(batch.source, batch.target_in), batch.target_out,
      {.ignore_index = ids.pad, .label_smoothing = label_smoothing, .reduction = Reduction::sum});
}

class Training {
 public:
  Training(const Transformer& model, Optimizer& optimizer, const std::vector<Example>& train_set,
           const std::vector<Example>& valid_set, const TrainingOptions& options)
      : model_(model),
        parameters_(model.parameters()),
        optimizer_(optimizer),
        train_set_(train_set),
        valid_set_(valid_set),
        options_(options),
        plan_(train_set, options.batches) {
    if (train_set.empty()) throw_error<Error>("there is nothing to train on: no sentence pairs");
    if (options.epochs < 1) throw_error<UsageError>("{} epochs: must be at least 1", options.epochs);
    if (options.accumulate < 1)
      throw_error<UsageError>("accumulating {} batches: must be at least 1", options.accumulate);
  }

  TrainingResult run() {
    TrainingResult result;
    StateDict best_weights;
    // Also when an error ends the training: the best epoch so far is not lost.
    const auto restore_best = [&] {
      if (!best_weights.empty()) model_.load_state_dict(best_weights);
      model_.eval();
      optimizer_.zero_grad();
    };
    try {
      run_epochs(result, best_weights);
    } catch (...) {
      restore_best();
      throw;
    }
    if (!result.interrupted && result.best_epoch != std::ssize(result.epochs))
      result.last_weights = model_.state_dict();
    restore_best();
    return result;
  }

 private:
  void run_epochs(TrainingResult& result, StateDict& best_weights) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double best_quality = -infinity, best_loss = infinity;
    for (std::int64_t epoch = 1; epoch <= options_.epochs && !result.interrupted; ++epoch) {
      EpochReport report = run_epoch(epoch, result.interrupted);
      if (result.interrupted) break;
      const double quality = report.valid_score.value_or(-report.valid_loss);
      // Of equal scores (BLEU is 0 for some epochs) the loss decides; of equal losses the earlier epoch.
      report.best = quality > best_quality || (quality == best_quality && report.valid_loss < best_loss);
      if (report.best) {
        best_quality = quality;
        best_loss = report.valid_loss;
        result.best_epoch = epoch;
        best_weights = model_.state_dict();  // shares the arrays: the next step writes to copies
      }
      result.epochs.push_back(report);
      if (options_.on_epoch) options_.on_epoch(report);
      if (quality >= options_.enough) break;
      if (options_.patience > 0 && epoch - result.best_epoch >= options_.patience) break;
      // Asked for during validation.
      if (options_.should_stop && options_.should_stop()) result.interrupted = true;
    }
  }

  EpochReport run_epoch(std::int64_t epoch, bool& interrupted) {
    const std::vector<std::vector<std::size_t>> batches = plan_.epoch(static_cast<std::uint64_t>(epoch - 1));
    const auto group = static_cast<std::size_t>(options_.accumulate);
    const auto steps = static_cast<std::int64_t>((batches.size() + group - 1) / group);
    EpochReport report{.epoch = epoch, .epochs = options_.epochs};
    double loss_sum = 0;
    std::int64_t tokens = 0;
    const auto start = std::chrono::steady_clock::now();
    model_.train();
    for (std::size_t first = 0; first < batches.size(); first += group) {
      std::vector<Batch> parts;
      for (std::size_t i = first; i < std::min(batches.size(), first + group); ++i)
        parts.push_back(make_batch(train_set_, batches[i], options_.ids));
      StepReport step = run_step(parts);
      step.epoch = epoch;
      step.epochs = options_.epochs;
      step.steps = steps * options_.epochs;  // the batches of another epoch may number one more or less
      loss_sum += step.loss * static_cast<double>(step.target_tokens);
      tokens += step.target_tokens;
      if (options_.on_step) options_.on_step(step);
      if (options_.should_stop && options_.should_stop()) {
        interrupted = true;
        return report;
      }
    }
    report.tokens_per_second =
        static_cast<double>(tokens) /
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    report.train_loss = loss_sum / static_cast<double>(tokens);
    report.valid_loss =
        valid_set_.empty()
            ? report.train_loss
            : evaluate_loss(model_, valid_set_, std::max<std::size_t>(options_.batches.sentences, 1),
                            options_.ids);
    model_.eval();
    if (options_.score) report.valid_score = options_.score();
    return report;
  }

  StepReport run_step(const std::vector<Batch>& parts) {
    ++step_;
    StepReport report{.step = step_, .learning_rate = options_.schedule(step_)};
    for (const Batch& part : parts) report.target_tokens += part.target_tokens;
    const Scalar share = 1 / static_cast<Scalar>(report.target_tokens);
    optimizer_.zero_grad();
    std::uint64_t number = static_cast<std::uint64_t>(step_) << 16;
    for (const Batch& part : parts) {
      model_.seed_dropout(Rng(options_.seed).fork(number++));
      const Variable loss = scale(summed_loss(model_, part, options_.label_smoothing, options_.ids), share);
      report.loss += static_cast<double>(loss.item());
      if (!std::isfinite(report.loss)) {
        throw_error<NumericError>(
            "the loss became {} in step {}: lower the learning rate (it was {:.3g}), or look for the op with "
            "DetectAnomaly",
            report.loss, step_, report.learning_rate);
      }
      loss.backward();
    }
    try {
      report.gradient_norm = clip_grad_norm(parameters_, options_.clip);
    } catch (const NumericError& error) {
      throw_error<NumericError>("step {}: {}", step_, error.what());
    }
    optimizer_.set_learning_rate(report.learning_rate);
    optimizer_.step();
    return report;
  }

  const Transformer& model_;
  std::vector<Variable> parameters_;
  Optimizer& optimizer_;
  const std::vector<Example>& train_set_;
  const std::vector<Example>& valid_set_;
  const TrainingOptions& options_;
  BatchPlan plan_;
  std::int64_t step_ = 0;
};

}  // namespace

TrainingResult train(const Transformer& model, Optimizer& optimizer, const std::vector<Example>& train_set,
                     const std::vector<Example>& valid_set, const TrainingOptions& options) {
  return Training(model, optimizer, train_set, valid_set, options).run();
}

double evaluate_loss(const Transformer& model, const std::vector<Example>& examples, std::size_t sentences,
                     SpecialIds ids) {
  const NoGrad no_grad;
  model.eval();
  double loss = 0;
  std::int64_t tokens = 0;
  for (const auto& indices : BatchPlan(examples, {.sentences = sentences, .shuffle = false}).epoch(0)) {
    const Batch batch = make_batch(examples, indices, ids);
    loss += static_cast<double>(summed_loss(model, batch, 0, ids).item());
    tokens += batch.target_tokens;
  }
  return tokens == 0 ? 0 : loss / static_cast<double>(tokens);
}

}  // namespace heed
