#include "lib/array/large_pages.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>

namespace heed {
namespace {

constexpr std::size_t large_page = std::size_t{1} << 21;
constexpr std::size_t small_page = std::size_t{1} << 12;
// Addresses are taken so many at a time. They cost nothing before they are written to.
constexpr std::size_t region = 32 * large_page;

char* next = nullptr;
char* end = nullptr;

}  // namespace

void* large_pages_allocate(std::size_t bytes) {
  bytes = (bytes + 63) / 64 * 64;
  if (static_cast<std::size_t>(end - next) < bytes) {
    const std::size_t size =
        std::max((bytes + large_page - 1) / large_page * large_page, region) + large_page;
    void* found = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (found == MAP_FAILED) return nullptr;
#if defined(MADV_HUGEPAGE)
    madvise(found, size, MADV_HUGEPAGE);  // a kernel without them refuses: then the pages are small
#endif
    char* start = static_cast<char*>(found);
    next = start + (large_page - reinterpret_cast<std::uintptr_t>(start) % large_page) % large_page;
    end = start + size;
  }
  void* memory = next;
  next += bytes;
  return memory;
}

void large_pages_empty(void* memory, std::size_t bytes) {
  const auto first = (reinterpret_cast<std::uintptr_t>(memory) + small_page - 1) / small_page * small_page;
  const auto last = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / small_page * small_page;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

}  // namespace heed
