// The parts into which every step is cut, so that its result does not depend on how many processes share it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lib/core/scalar.hpp"

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

}  // namespace heed
