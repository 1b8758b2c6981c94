#include "lib/array/pool.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <mutex>
#include <new>
#include <vector>

#include "lib/array/large_pages.hpp"

namespace heed {
namespace {

constexpr std::size_t alignment = 64;
#if defined(HEED_SANITIZE)
constexpr bool in_large_pages(std::size_t) { return false; }  // the sanitizer watches what malloc hands out
#else
constexpr bool in_large_pages(std::size_t bytes) { return bytes >= std::size_t{1} << 15; }
#endif

/// Size classes with four steps an octave: at most a quarter is wasted, and buffers of nearly one size are
/// shared.
struct SizeClass {
  std::size_t index;
  std::size_t bytes;
};

std::size_t class_bytes(std::size_t index) {
  if (index == 0) return 256;
  const std::size_t octave = (index - 1) / 4 + 8, quarter = (index - 1) % 4;
  return (std::size_t{1} << octave) + (quarter + 1) * (std::size_t{1} << (octave - 2));
}

/// The smallest class that holds `bytes`.
SizeClass size_class(std::size_t bytes) {
  if (bytes <= 256) return {0, class_bytes(0)};
  const auto octave =
      static_cast<std::size_t>(std::bit_width(bytes - 1)) - 1;  // 2^octave < bytes <= 2^(octave+1)
  const std::size_t quarter = (bytes - 1 - (std::size_t{1} << octave)) >> (octave - 2);  // 0…3
  const std::size_t index = 1 + (octave - 8) * 4 + quarter;
  return {index, class_bytes(index)};
}

struct Pool {
  std::mutex lock;
  std::array<std::vector<void*>, 1 + 56 * 4> free;
  std::array<std::vector<void*>, 1 + 56 * 4> empty;  // addresses in large pages, whose memory was given back
  PoolStatistics statistics;
};

Pool& pool() {
  // Never destroyed: arrays in static variables may outlive any static pool.
  static Pool* const the_pool = new Pool;
  return *the_pool;
}

void* fresh(std::size_t bytes) {
  if (!in_large_pages(bytes)) return std::aligned_alloc(alignment, bytes);
  const std::lock_guard guard(pool().lock);
  return large_pages_allocate(bytes);
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
    if (auto& list = p.empty[size.index]; !list.empty()) {
      void* memory = list.back();
      list.pop_back();
      return memory;
    }
  }
  void* memory = fresh(size.bytes);
  if (memory == nullptr) {
    pool_trim();
    memory = fresh(size.bytes);
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
#if defined(HEED_SANITIZE)
  std::free(memory);  // a buffer that is used after its end must be found, not handed out again
#else
  try {
    p.free[size.index].push_back(memory);
    p.statistics.cached += size.bytes;
  } catch (const std::bad_alloc&) {
    if (!in_large_pages(size.bytes)) std::free(memory);  // addresses in large pages are lost then
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
  for (std::size_t i = 0; i < p.free.size(); ++i) {
    const std::size_t bytes = class_bytes(i);
    if (in_large_pages(bytes)) {
      try {
        p.empty[i].reserve(p.empty[i].size() + p.free[i].size());
      } catch (const std::bad_alloc&) {
        continue;  // not even room for a list: this class stays as it is
      }
    }
    for (void* memory : p.free[i]) {
      p.statistics.cached -= bytes;
      if (in_large_pages(bytes)) {
        large_pages_empty(memory, bytes);
        p.empty[i].push_back(memory);
      } else {
        std::free(memory);
      }
    }
    p.free[i].clear();
  }
  p.statistics.peak = p.statistics.in_use;
}

}  // namespace heed
