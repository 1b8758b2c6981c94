#include "lib/array/pool.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>
#include <unordered_map>
#include <vector>

namespace heed::inline HEED_PRECISION {
namespace {

// Memory in pages of 2 MiB where the system has them. A processor remembers where some 2,000 pages lie: 8 MiB
// of ordinary ones, less than the weights of a small model. Looking up the others costs more than reading
// them.

constexpr std::size_t large_page = std::size_t{1} << 21;
// Addresses are taken so many at a time. They cost nothing before they are written to.
constexpr std::size_t region = 32 * large_page;

char* next_free = nullptr;
char* region_end = nullptr;

/// Fresh addresses that begin at a large page, or nullptr.
char* map(std::size_t bytes) {
  bytes += large_page;  // room to begin at a large page
  void* found = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (found == MAP_FAILED) return nullptr;
#if defined(MADV_HUGEPAGE)
  madvise(found, bytes, MADV_HUGEPAGE);  // a kernel without them refuses: then the pages are small
#endif
  const std::size_t over = reinterpret_cast<std::uintptr_t>(found) % large_page;
  return static_cast<char*>(found) + (over == 0 ? 0 : large_page - over);
}

/// 64-byte aligned memory, filled with zeros by the system when it is first touched; its addresses are never
/// given back. nullptr if there is none. One caller at a time.
void* large_pages_allocate(std::size_t bytes) {
  bytes = (bytes + 63) / 64 * 64;
  if (bytes >= region) return map(bytes);
  if (static_cast<std::size_t>(region_end - next_free) < bytes) {
    char* fresh = map(region);
    if (fresh == nullptr) return map(bytes);  // where addresses are limited
    next_free = fresh;
    region_end = fresh + region;
  }
  void* memory = next_free;
  next_free += bytes;
  return memory;
}

/// Gives the memory back to the system, but not its addresses: it may be written again.
void large_pages_empty([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)  // elsewhere the advice means something else
  static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  // Whole pages only: the kernel rounds up, and the next buffer may begin in the last one.
  const std::uintptr_t first = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
  const std::uintptr_t last = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / page * page;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
#endif
}

#if defined(HEED_SANITIZE)
constexpr bool in_large_pages(std::size_t) { return false; }  // the sanitizer watches what malloc hands out
#else
constexpr bool in_large_pages(std::size_t bytes) { return bytes >= std::size_t{1} << 15; }
#endif

/// Size classes with four steps an octave: a buffer of the class that was asked for wastes a quarter at most,
/// and buffers of nearly one size are shared.
std::size_t class_bytes(std::size_t index) {
  if (index == 0) return 256;
  const std::size_t octave = (index - 1) / 4 + 8, quarter = (index - 1) % 4;
  return (std::size_t{1} << octave) + (quarter + 1) * (std::size_t{1} << (octave - 2));
}

/// The smallest class that holds `bytes`.
std::size_t size_class(std::size_t bytes) {
  if (bytes <= 256) return 0;
  const auto octave =
      static_cast<std::size_t>(std::bit_width(bytes - 1)) - 1;  // 2^octave < bytes <= 2^(octave+1)
  const std::size_t quarter = (bytes - 1 - (std::size_t{1} << octave)) >> (octave - 2);  // 0…3
  return 1 + (octave - 8) * 4 + quarter;
}

constexpr std::size_t classes = 1 + 56 * 4;

struct Pool {
  std::mutex lock;
  std::array<std::vector<void*>, classes> free;
  std::array<std::vector<void*>, classes> empty;  // addresses in large pages, whose memory was given back
  std::unordered_map<void*, std::size_t> larger;  // the class of a buffer in use, if a smaller was asked for
  PoolStatistics statistics;
};

Pool& pool() {
  // Never destroyed: arrays in static variables may outlive any static pool.
  static Pool* const the_pool = new Pool;
  return *the_pool;
}

void* take(std::vector<void*>& list) {
  void* memory = list.back();
  list.pop_back();
  return memory;
}

/// A free buffer of the class or else, if it is large, of up to four times the size; `index` is then that of
/// the buffer. Batches differ in length: buffers of every length would add up to several times what is in use
/// at once. nullptr if there is none.
void* reuse(Pool& p, std::size_t& index) {
  const std::size_t last = in_large_pages(class_bytes(index)) ? std::min(index + 8, classes - 1) : index;
  for (std::size_t i = index; i <= last; ++i) {
    if (p.free[i].empty()) continue;
    if (i != index) p.larger.emplace(p.free[i].back(), i);
    index = i;
    p.statistics.cached -= class_bytes(i);
    return take(p.free[i]);
  }
  return nullptr;
}

/// A free buffer of the class back to the system. False if there is not even room for its address in a list.
bool give_back(Pool& p, std::size_t index) {
  const std::size_t bytes = class_bytes(index);
  void* memory = p.free[index].back();
  if (in_large_pages(bytes)) {
    try {
      p.empty[index].push_back(memory);
    } catch (const std::bad_alloc&) {
      return false;
    }
    large_pages_empty(memory, bytes);
  } else {
    std::free(memory);
  }
  p.free[index].pop_back();
  p.statistics.cached -= bytes;
  return true;
}

/// Gives free buffers back, the largest first, until no more than `bytes` are kept.
void shrink_cache(Pool& p, std::size_t bytes) {
  for (std::size_t i = classes; i-- > 0;)
    while (!p.free[i].empty() && p.statistics.cached > bytes && give_back(p, i)) continue;
}

void* fresh(Pool& p, std::size_t index) {
  const std::size_t bytes = class_bytes(index);
  if (!in_large_pages(bytes)) return std::aligned_alloc(64, bytes);
  return p.empty[index].empty() ? large_pages_allocate(bytes) : take(p.empty[index]);
}

}  // namespace

void* pool_allocate(std::size_t bytes) {
  std::size_t index = size_class(bytes);
  Pool& p = pool();
  const std::lock_guard guard(p.lock);
  void* memory = reuse(p, index);
  if (memory == nullptr) {
    // In use and kept together are to be at most a quarter more than the most that was ever in use.
    const std::size_t in_use = p.statistics.in_use + class_bytes(index),
                      peak = std::max(p.statistics.peak, in_use);
    shrink_cache(p, peak + peak / 4 - in_use);
    memory = fresh(p, index);
  }
  if (memory == nullptr) {
    shrink_cache(p, 0);
    memory = fresh(p, index);
  }
  if (memory == nullptr) throw std::bad_alloc();
  p.statistics.in_use += class_bytes(index);
  p.statistics.peak = std::max(p.statistics.peak, p.statistics.in_use);
  return memory;
}

void pool_release(void* memory, std::size_t bytes) noexcept {
  if (memory == nullptr) return;
  std::size_t index = size_class(bytes);
  Pool& p = pool();
  const std::lock_guard guard(p.lock);
  if (const auto found = p.larger.find(memory); found != p.larger.end()) {
    index = found->second;
    p.larger.erase(found);
  }
  p.statistics.in_use -= class_bytes(index);
#if defined(HEED_SANITIZE)
  std::free(memory);  // a buffer that is used after its end must be found, not handed out again
#else
  try {
    p.free[index].push_back(memory);
    p.statistics.cached += class_bytes(index);
  } catch (const std::bad_alloc&) {
    if (!in_large_pages(class_bytes(index))) std::free(memory);  // addresses in large pages are lost then
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
  shrink_cache(p, 0);
  p.statistics.peak = p.statistics.in_use;
}

}  // namespace heed
