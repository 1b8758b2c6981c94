#include "nn/processes/sharded_step.hpp"

#include <algorithm>
#include <deque>
#include <optional>

#include "autograd/final_gradients.hpp"
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
      processes_(processes),
      tree_(parameters_.size(), shards_, processes) {
  for (std::size_t i = 0; i < parameters_.size(); ++i) places_[parameters_[i].node().get()] = i;
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
  tree_.start(active);
  std::vector<double> losses;
  for (int shard = first; shard < end; ++shard)
    losses.push_back(shard < active ? run_shard(shard, number, mine, share) : 0);
  losses.push_back(stop);

  tree_.pass_on();
  for (std::size_t i = parameters_.size(); i-- > 0;) {
    const Array total = tree_.total(i);
    if (total.defined()) parameters_[i].set_grad(total.reshape(parameters_[i].shape()));
  }

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
  std::vector<bool> given(parameters_.size());
  const auto give = [&](std::size_t i) {
    given[i] = true;
    const Array gradient = parameters_[i].grad();
    parameters_[i].zero_grad();
    // Other shards may use what one does not; with one shard it has no gradient at all.
    if (gradient.defined() || shards_.count > 1)
      tree_.add(shard, i, gradient.defined() ? gradient : Array::zeros(parameters_[i].shape()));
  };
  // The last batch with examples in this shard completes its gradient: with the last shard's, what other
  // processes wait for can leave at once.
  const bool last_shard = processes_.size() > 1 && shard + 1 == shards_.end(processes_.rank());
  const auto place = static_cast<std::size_t>(shard - shards_.first(processes_.rank()));
  const auto has_examples = [&](const auto& batch) { return batch.size() > place; };
  const auto last = std::find_if(batches.rbegin(), batches.rend(), has_examples).base() - 1;
  double sum = 0;
  for (auto batch = batches.begin(); batch <= last; ++batch) {
    if (!has_examples(*batch)) continue;
    const auto part = static_cast<std::uint64_t>((batch - batches.begin()) * shards_.count + shard);
    task_.model.seed_dropout(Rng(seed_).fork(number + part));
    const Variable loss = sum_of((*batch)[place]) * share;
    sum += static_cast<double>(loss.item());
    std::optional<FinalGradients> send_at_once;
    if (last_shard && batch == last) {
      send_at_once.emplace(loss, [&](const Node& leaf) {
        if (const auto found = places_.find(&leaf); found != places_.end()) give(found->second);
      });
    }
    loss.backward();
  }
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (!given[i]) give(i);
  }
  return sum;
}

}  // namespace heed
