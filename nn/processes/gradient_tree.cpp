#include "nn/processes/gradient_tree.hpp"

#include <algorithm>
#include <bit>
#include <map>
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

namespace {

/// A node of the tree is named by its leftmost shard and its width: the shards below it, if none of them is
/// beyond the last.
class Tree {
 public:
  Tree(const Shards& shards, int active, Communicator& processes)
      : shards_(shards), active_(active), processes_(processes) {}

  /// Takes the gradients of this process from left to right, and adds those whose neighbours are here.
  void add(int shard, Array gradient) {
    Node node{1, std::move(gradient)};
    int first = shard;
    const int begin = shards_.first(processes_.rank());
    for (; first / node.width % 2 == 1 && first - node.width >= begin; node.width *= 2) {
      first -= node.width;
      Array left = std::move(here_[first].sum);
      add_into(left, node.sum);
      node.sum = std::move(left);
    }
    here_[first] = std::move(node);
  }

  /// Returns the sum of a node whose leftmost shard is one of this process; waits for what others have of it.
  Array sum(int first, int width) {
    Node& node = here_[first];
    if (node.width == width) return std::move(node.sum);
    const int half = width / 2, right = first + half;
    Array left = sum(first, half);
    if (right < active_) {
      const int owner = shards_.owner(right);
      add_into(left, owner == processes_.rank() ? sum(right, half) : processes_.receive(owner));
    }
    return left;
  }

 private:
  struct Node {
    int width = 0;
    Array sum;
  };
  Shards shards_;
  int active_;
  Communicator& processes_;
  std::map<int, Node> here_;  // by their leftmost shard
};

}  // namespace

Array sum_over_shards(const Shards& shards, int active, Communicator& processes,
                      const std::function<Array(int shard)>& gradient_of) {
  const int rank = processes.rank(), begin = shards.first(rank), end = std::min(active, shards.end(rank));
  Tree tree(shards, active, processes);
  for (int shard = begin; shard < end; ++shard) tree.add(shard, gradient_of(shard));
  if (rank == 0)
    return broadcast(processes, tree.sum(0, static_cast<int>(std::bit_ceil(static_cast<unsigned>(active)))));
  // Each node that is the right one of its pair, with the left one at another process. The lowest bit of its
  // first shard is its width.
  for (int first = begin, width = 0; first < end; first += width) {
    width = first & -first;
    processes.send(shards.owner(first - width), tree.sum(first, width));
  }
  return broadcast(processes, Array());
}

}  // namespace heed
