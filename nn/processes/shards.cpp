#include "nn/processes/shards.hpp"

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

}  // namespace heed
