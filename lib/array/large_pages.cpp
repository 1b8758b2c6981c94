#include "lib/array/large_pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

namespace heed::inline HEED_PRECISION {
namespace {

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

}  // namespace

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

void large_pages_empty([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)  // elsewhere the advice means something else
  static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  // Whole pages only: the kernel rounds up, and the next buffer may begin in the last one.
  const std::uintptr_t first = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
  const std::uintptr_t last = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / page * page;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
#endif
}

}  // namespace heed
