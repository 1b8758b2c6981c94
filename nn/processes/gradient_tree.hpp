// The shards into which every step is cut, and the sum of their gradients, whose order depends on the number
// of shards alone: so a result does not depend on how many processes share it.
#pragma once

#include <cstddef>
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

/// ((0 + 1) + (2 + 3)) + ((4 + 5) + …): a binary tree over the shards. The sum of two nodes is computed by
/// the process that owns the leftmost shard below it; the sum of all, at process 0, then goes to everybody.
/// So rounding is the same, to the bit, for any number of processes.
class GradientTree {
 public:
  /// `parameters`: how many gradients a shard has.
  GradientTree(std::size_t parameters, Shards shards, Communicator& processes);

  /// A new step, in which only the first `active` shards have examples.
  void start(int active);
  /// The gradient of one parameter over one shard of this process; shards in ascending order. Adds it to what
  /// is here, and starts to send what another process waits for.
  void add(int shard, std::size_t parameter, Array gradient);
  /// The sum of all shards for one parameter, on every process; waits for the others. To be called for the
  /// parameters in the same order everywhere, once all shards of this process are there.
  Array total(std::size_t parameter);
  /// Everything that others wait for, as far as it can be computed here: to be called before the first
  /// total(), as that waits for others.
  void pass_on();

 private:
  struct Sum {
    int first;  // its leftmost shard
    int width;  // shards below it, if none of them is beyond the last
    Array gradient;
  };
  enum class Missing { leave, await };
  void climb(std::size_t parameter, Sum sum, Missing missing);
  int tag(std::size_t parameter, int shard) const;

  Shards shards_;
  Communicator& processes_;
  int active_ = 0;
  std::vector<std::vector<Sum>> waiting_;  // of each parameter, left to right, for what stands right of them
  std::vector<Array> roots_;               // complete sums, at process 0
};

}  // namespace heed
