// Buffers that are used again: a fresh large buffer costs a page fault for every 4 KiB, more than the work
// done in it.
#pragma once

#include <cstddef>

#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

/// Bytes now in use by arrays, bytes kept for reuse, and the most ever in use.
struct PoolStatistics {
  std::size_t in_use = 0;
  std::size_t cached = 0;
  std::size_t peak = 0;
};

/// 64-byte aligned memory for `bytes`, from the pool if a buffer of that size class is free, or a large one
/// of up to four times the size, which then counts as a whole. In use and kept together are at most a quarter
/// more than the most that was in use. Throws std::bad_alloc.
void* pool_allocate(std::size_t bytes);
/// Keeps the buffer for others; `bytes` as it was allocated with.
void pool_release(void* memory, std::size_t bytes) noexcept;

/// In whole buffers, whatever was asked for.
PoolStatistics pool_statistics();
/// Gives the free buffers back to the system and restarts the peak.
void pool_trim();

}  // namespace heed
