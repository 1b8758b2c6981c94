#include "nn/processes/gradient_tree.hpp"

#include <utility>

#include "lib/array/elementwise.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

void check_shards(const Shards& shards) {
  const auto [count, processes] = shards;
  if (count < 1) throw_error<UsageError>("{} shards: a step has at least 1", count);
  if (count % processes == 0) return;
  throw_error<UsageError>(
      "{} processes cannot share the {} shards of a step evenly: give --shards {} or another multiple of {}, "
      "or start a number of processes that divides {}",
      processes, count, (count / processes + 1) * processes, processes, count);
}

std::vector<std::size_t> dealt(std::span<const std::size_t> batch, int shard, int count) {
  std::vector<std::size_t> mine;
  for (auto i = static_cast<std::size_t>(shard); i < batch.size(); i += static_cast<std::size_t>(count))
    mine.push_back(batch[i]);
  return mine;
}

GradientTree::GradientTree(std::size_t parameters, Shards shards, Communicator& processes)
    : shards_(shards), processes_(processes), waiting_(parameters), roots_(parameters) {
  check_shards(shards);
}

void GradientTree::start(int active) {
  active_ = active;
  for (auto& sums : waiting_) sums.clear();  // a step that failed leaves some
}

int GradientTree::tag(std::size_t parameter, int shard) const {
  return first_free_tag + static_cast<int>(parameter) * (shards_.count + 1) + shard;
}

void GradientTree::add(int shard, std::size_t parameter, Array gradient) {
  climb(parameter, {shard, 1, std::move(gradient)}, Missing::leave);
}

void GradientTree::climb(std::size_t parameter, Sum sum, Missing missing) {
  std::vector<Sum>& waiting = waiting_[parameter];
  const int rank = processes_.rank();
  for (; sum.width < active_; sum.width *= 2) {
    if (sum.first / sum.width % 2 == 1) {
      const int left = sum.first - sum.width;
      if (shards_.owner(left) != rank) {
        processes_.send(shards_.owner(left), tag(parameter, sum.first), sum.gradient);
        return;
      }
      Sum pair = std::move(waiting.back());  // shards come in ascending order: it is there
      waiting.pop_back();
      add_into(pair.gradient, sum.gradient);
      sum = std::move(pair);
    } else if (const int right = sum.first + sum.width; right < active_) {
      if (missing == Missing::leave) {
        waiting.push_back(std::move(sum));
        return;
      }
      const Array other = processes_.receive(shards_.owner(right), tag(parameter, right));
      add_into(sum.gradient, other.reshape(sum.gradient.shape()));
    }
  }
  // Only process 0 comes here: it does not wait for anybody.
  roots_[parameter] = broadcast(processes_, tag(parameter, shards_.count), std::move(sum.gradient));
}

void GradientTree::pass_on() {
  // The last parameters come first out of backward.
  for (std::size_t parameter = waiting_.size(); parameter-- > 0;) {
    while (!waiting_[parameter].empty()) {
      Sum last = std::move(waiting_[parameter].back());
      waiting_[parameter].pop_back();
      climb(parameter, std::move(last), Missing::await);
    }
  }
}

Array GradientTree::total(std::size_t parameter) {
  if (processes_.rank() == 0) return std::exchange(roots_[parameter], Array());
  return broadcast(processes_, tag(parameter, shards_.count), Array());
}

}  // namespace heed
