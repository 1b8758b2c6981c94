#include "lib/array/pool.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <mutex>
#include <new>
#include <vector>

namespace heed {
namespace {

constexpr std::size_t alignment = 64;

/// Size classes with four steps an octave: at most a quarter is wasted, and buffers of nearly one size are
/// shared.
struct SizeClass {
  std::size_t index;
  std::size_t bytes;
};

SizeClass size_class(std::size_t bytes) {
  if (bytes <= 256) return {0, 256};
  const auto octave =
      static_cast<std::size_t>(std::bit_width(bytes - 1)) - 1;  // 2^octave < bytes <= 2^(octave+1)
  const std::size_t step = std::size_t{1} << (octave - 2);
  const std::size_t quarter = (bytes - 1 - (std::size_t{1} << octave)) / step;  // 0…3
  return {1 + (octave - 8) * 4 + quarter, (std::size_t{1} << octave) + (quarter + 1) * step};
}

struct Pool {
  std::mutex lock;
  std::array<std::vector<void*>, 1 + 56 * 4> free;
  PoolStatistics statistics;
};

Pool& pool() {
  // Never destroyed: arrays in static variables may outlive any static pool.
  static Pool* const the_pool = new Pool;
  return *the_pool;
}

}  // namespace

void* pool_allocate(std::size_t bytes) {
  const SizeClass size = size_class(bytes);
  Pool& p = pool();
  {
    const std::lock_guard guard(p.lock);
    p.statistics.in_use += size.bytes;
    p.statistics.peak = std::max(p.statistics.peak, p.statistics.in_use);
    if (auto& list = p.free[size.index]; !list.empty()) {
      void* memory = list.back();
      list.pop_back();
      p.statistics.cached -= size.bytes;
      return memory;
    }
  }
  void* memory = std::aligned_alloc(alignment, size.bytes);
  if (memory == nullptr) {
    pool_trim();
    memory = std::aligned_alloc(alignment, size.bytes);
  }
  if (memory == nullptr) {
    const std::lock_guard guard(p.lock);
    p.statistics.in_use -= size.bytes;
    throw std::bad_alloc();
  }
  return memory;
}

void pool_release(void* memory, std::size_t bytes) noexcept {
  if (memory == nullptr) return;
  const SizeClass size = size_class(bytes);
  Pool& p = pool();
  const std::lock_guard guard(p.lock);
  p.statistics.in_use -= size.bytes;
#if defined(__SANITIZE_ADDRESS__)
  std::free(memory);  // a buffer that is used after its end must be found, not handed out again
#else
  try {
    p.free[size.index].push_back(memory);
    p.statistics.cached += size.bytes;
  } catch (const std::bad_alloc&) {
    std::free(memory);
  }
#endif
}

PoolStatistics pool_statistics() {
  Pool& p = pool();
  const std::lock_guard guard(p.lock);
  return p.statistics;
}

void pool_trim() {
  Pool& p = pool();
  const std::lock_guard guard(p.lock);
  for (auto& list : p.free) {
    for (void* memory : list) std::free(memory);
    list.clear();
  }
  p.statistics.cached = 0;
  p.statistics.peak = p.statistics.in_use;
}

}  // namespace heed
