// The shards into which every step is cut, and the sum of their gradients, whose order depends on the number
// of shards alone: so a result does not depend on how many processes share it.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "nn/processes/communicator.hpp"

namespace heed::inline HEED_PRECISION {

/// Shards of a step, and whose they are: each process owns as many, in one block.
struct Shards {
  int count = 1, processes = 1;

  int each() const { return count / processes; }
  int owner(int shard) const { return shard / each(); }
  int first(int rank) const { return rank * each(); }
  int end(int rank) const { return first(rank) + each(); }
};

/// Throws UsageError if they cannot be shared out evenly, saying which numbers can.
void check_shards(const Shards& shards);

/// The examples of a batch that belong to shard `shard` of `count`: dealt like cards, one after the other, so
/// that long and short ones (a batch may be sorted) are spread evenly. A small batch leaves the last shards
/// empty.
std::vector<std::size_t> dealt(std::span<const std::size_t> batch, int shard, int count);

/// ((0 + 1) + (2 + 3)) + ((4 + 5) + …) over the first `active` shards: a binary tree. `gradient_of` gives the
/// gradient of a shard of this process, of rank 1; the sum of two nodes is computed by the process that owns
/// the leftmost shard below it, and process 0 gives the sum of all to everybody. So rounding is the same, to
/// the bit, for any number of processes. To be called by all of them.
Array sum_over_shards(const Shards& shards, int active, Communicator& processes,
                      const std::function<Array(int shard)>& gradient_of);

}  // namespace heed
