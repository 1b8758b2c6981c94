#include "nn/processes/sharded_step.hpp"

#include <algorithm>
#include <deque>

#include "autograd/ops.hpp"
#include "lib/core/error.hpp"

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

ShardedStep::ShardedStep(const TrainingTask& task, int shards, std::uint64_t seed, Communicator& processes)
    : task_(task),
      parameters_(task.model.parameters()),
      shards_{shards, processes.size()},
      seed_(seed),
      processes_(processes) {
  check_shards(shards_);
}

StepLoss ShardedStep::operator()(std::int64_t step, std::span<const std::vector<std::size_t>> batches,
                                 Afterwards wanted) {
  const double stop = wanted == Afterwards::stop ? 1 : 0;
  StepLoss result;
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
      result.tokens += part.tokens;
      if (shard >= first && shard < end) mine[i].push_back(std::move(part));
    }
  }
  if (result.tokens == 0) {  // no loss to divide; the same on every process
    for (const double other : gather(processes_, std::vector<double>{stop})) result.stop |= other != 0;
    return result;
  }
  const Scalar share = 1 / static_cast<Scalar>(result.tokens);
  const std::uint64_t number = static_cast<std::uint64_t>(step) << 16;
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
      result.loss += all[i];
    } else {
      result.stop |= all[i] != 0;
    }
  }
  return result;
}

double ShardedStep::run_shard(int shard, std::uint64_t number, std::span<const std::vector<LossSum>> batches,
                              Scalar share) {
  const auto place = static_cast<std::size_t>(shard - shards_.first(processes_.rank()));
  double sum = 0;
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if (batches[i].size() <= place) continue;  // no examples
    const auto part = static_cast<std::uint64_t>(static_cast<int>(i) * shards_.count + shard);
    task_.model.seed_dropout(Rng(seed_).fork(number + part));
    const Variable loss = scale(sum_of(batches[i][place]), share);
    sum += static_cast<double>(loss.item());
    loss.backward();
  }
  return sum;
}

Array ShardedStep::take_gradients() {
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

void ShardedStep::give_gradients(const Array& all) {
  const Scalar* from = all.data();
  for (Variable& parameter : parameters_) {
    const auto size = static_cast<std::size_t>(parameter.size());
    parameter.set_grad(Array(parameter.shape(), std::span(from, size)));
    from += size;
  }
}

}  // namespace heed
