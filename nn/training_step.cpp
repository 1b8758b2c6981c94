#include "nn/training_step.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "lib/core/without_nan_sign.hpp"

namespace heed::inline HEED_PRECISION {

namespace {

void require_loss(const LossSum& part) {
  if (part.tokens < 0)
    throw_error<UsageError>("TrainingTask::loss gave {} tokens: must be at least 0", part.tokens);
  if (!part.sum)
    throw_error<UsageError>("TrainingTask::loss gave a LossSum without its function sum: it gives the loss");
}

Variable sum_of(const LossSum& part) {
  Variable sum = part.sum();
  if (!sum.defined()) throw_error<UsageError>("LossSum::sum gave no loss, but an undefined Variable");
  if (sum.rank() != 0)
    throw_error<UsageError>("LossSum::sum gave a loss of shape {}: must be one number, of shape ()",
                            sum.shape());
  return sum;
}

}  // namespace

TrainingStep::TrainingStep(const TrainingTask& task, Optimizer& optimizer, const TrainingOptions& options)
    : task_(task),
      parameters_(task.model.parameters()),
      optimizer_(optimizer),
      options_(options),
      processes_(*options.processes),
      shards_{options.shards, processes_.size()} {
  check_shards(shards_);
}

StepReport TrainingStep::operator()(std::int64_t step, std::span<const std::vector<std::size_t>> batches,
                                    bool stop) {
  StepReport report{.step = step};
  report.learning_rate = options_.schedule ? options_.schedule(step) : optimizer_.learning_rate();
  optimizer_.zero_grad();
  compute_gradient(batches, stop ? 1 : 0, report);
  if (report.target_tokens == 0) return report;  // nothing to learn from
  if (!std::isfinite(report.loss) && step == 1) {
    throw_error<NumericError>(
        "the loss is {} in step 1, before anything was learned: the weights or the data are not finite, or "
        "so large that they overflow; DetectAnomaly finds the op",
        without_nan_sign(report.loss));
  }
  if (!std::isfinite(report.loss)) {
    throw_error<NumericError>(
        "the loss became {} in step {}: lower the learning rate (it was {:.3g}), or look for the op with "
        "DetectAnomaly",
        without_nan_sign(report.loss), step, report.learning_rate);
  }
  try {
    report.gradient_norm = clip_grad_norm(parameters_, options_.clip);
  } catch (const NumericError& error) {
    throw_error<NumericError>("step {}: {}", step, error.message());
  }
  if (options_.schedule) optimizer_.set_learning_rate(report.learning_rate);
  optimizer_.step();
  return report;
}

void TrainingStep::compute_gradient(std::span<const std::vector<std::size_t>> batches, double stop,
                                    StepReport& report) {
  // `mine` holds each batch's shards: every example is put into a batch once, also if only its tokens count.
  std::vector<std::vector<LossSum>> mine(batches.size());
  std::deque<std::vector<std::size_t>> examples;  // which the sums may look at; a deque does not move them
  const int first = shards_.first(processes_.rank()), end = shards_.end(processes_.rank());
  int active = 0;  // shards with examples: the first ones
  for (std::size_t i = 0; i < batches.size(); ++i) {
    const auto filled = static_cast<int>(std::min<std::size_t>(batches[i].size(), shards_.count));
    active = std::max(active, filled);
    for (int shard = 0; shard < filled; ++shard) {
      LossSum part = task_.loss(examples.emplace_back(dealt(batches[i], shard, shards_.count)));
      require_loss(part);
      report.target_tokens += part.tokens;
      if (shard >= first && shard < end) mine[i].push_back(std::move(part));
    }
  }
  if (report.target_tokens == 0) {  // no loss to divide; the same on every process
    for (const double other : gather(processes_, std::vector<double>{stop})) asked_to_stop_ |= other != 0;
    return;
  }
  const Scalar share = 1 / static_cast<Scalar>(report.target_tokens);
  const std::uint64_t number = static_cast<std::uint64_t>(report.step) << 16;
  std::vector<double> losses(static_cast<std::size_t>(shards_.each()));
  const auto run = [&](int shard) {
    losses[static_cast<std::size_t>(shard - first)] = run_shard(shard, number, mine, share);
  };
  if (shards_.count == 1) {
    run(0);
  } else {
    give_gradients(sum_over_shards(shards_, active, processes_, [&](int shard) {
      run(shard);
      return take_gradients();
    }));
  }
  losses.push_back(stop);

  // Each process, by rank, gives the losses of its shards, and says if it asks to stop.
  const std::vector<double> all = gather(processes_, losses);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((i + 1) % losses.size() != 0) {
      report.loss += all[i];
    } else {
      asked_to_stop_ |= all[i] != 0;
    }
  }
}

double TrainingStep::run_shard(int shard, std::uint64_t number, std::span<const std::vector<LossSum>> batches,
                               Scalar share) {
  const auto place = static_cast<std::size_t>(shard - shards_.first(processes_.rank()));
  double sum = 0;
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if (batches[i].size() <= place) continue;  // no examples
    const auto part = static_cast<std::uint64_t>(static_cast<int>(i) * shards_.count + shard);
    task_.model.seed_dropout(Rng(options_.seed).fork(number + part));
    const Variable loss = sum_of(batches[i][place]) * share;
    sum += static_cast<double>(loss.item());
    loss.backward();
  }
  return sum;
}

Array TrainingStep::take_gradients() {
  std::int64_t size = 0;
  for (const Variable& parameter : parameters_) size += parameter.size();
  Array all = Array::zeros({size});
  Scalar* to = all.mutable_data();
  for (Variable& parameter : parameters_) {
    if (const Array& gradient = parameter.grad(); gradient.defined())
      std::ranges::copy(gradient.values(), to);
    parameter.zero_grad();
    to += parameter.size();
  }
  return all;
}

void TrainingStep::give_gradients(const Array& all) {
  const Scalar* from = all.data();
  for (Variable& parameter : parameters_) {
    const auto size = static_cast<std::size_t>(parameter.size());
    parameter.set_grad(Array(parameter.shape(), std::span(from, size)));
    from += size;
  }
}

namespace {

void require_own_parameters(const Module& model, const Optimizer& optimizer) {
  const std::vector<Variable> own = model.parameters();
  for (const Variable& given : optimizer.parameters()) {
    if (std::none_of(own.begin(), own.end(), [&](const Variable& p) { return p.same_as(given); }))
      throw_error<UsageError>(
          "the optimiser has a parameter '{}' of shape {} that the task's model does not have: give it "
          "parameters() of that model",
          given.name(), given.shape());
  }
}

void require_numbers(const TrainingOptions& options) {
  if (!(options.clip > 0))  // so that NaN is refused too
    throw_error<UsageError>(
        "gradients clipped to a norm of {}: must be above 0; infinity leaves them as they are", options.clip);
  if (options.epochs < 1) throw_error<UsageError>("{} epochs: must be at least 1", options.epochs);
  if (options.accumulate < 1)
    throw_error<UsageError>("accumulating {} batches: must be at least 1", options.accumulate);
  // Each shard of each batch of a step has a random stream of its own.
  if (options.accumulate * options.shards > 65'536)
    throw_error<UsageError>("accumulating {} batches of {} shards: a step has at most 65,536 of them",
                            options.accumulate, options.shards);
}

}  // namespace

void require_training(const TrainingTask& task, const Optimizer& optimizer, const TrainingOptions& options) {
  if (!task.batches || !task.loss)
    throw_error<UsageError>("TrainingTask::{} is empty: train() needs that function",
                            task.batches ? "loss" : "batches");
  require_own_parameters(task.model, optimizer);
  require_numbers(options);
  if (options.processes == nullptr)
    throw_error<UsageError>("TrainingOptions::processes is null: alone() is one process");
  if (const auto buffers = task.model.named_buffers(); options.processes->size() > 1 && !buffers.empty())
    throw_error<UsageError>(
        "the model has a buffer, '{}', that each of {} processes would change by its own shards: train it "
        "with 1 process, which has as many threads as you like",
        buffers.front().first, options.processes->size());
}

}  // namespace heed
