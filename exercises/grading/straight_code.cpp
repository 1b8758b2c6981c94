#include "exercises/grading/straight_code.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

extern "C" {  // of libgcc, with which exceptions find their way
struct dwarf_eh_bases {
  void *text, *data, *function;
};
const void* _Unwind_Find_FDE(void* at, dwarf_eh_bases* found);  // NOLINT: its name
extern const char __executable_start, etext;                    // NOLINT: the linker's, of the program
__attribute__((weak)) void __asan_init();                       // NOLINT: there where its checks are
}

namespace heed::grading {

namespace {

template <typename Value>
Value read(const char* at) {
  Value value;
  __builtin_memcpy(&value, at, sizeof value);
  return value;
}

/// The end of the function that `at` is in; `at` where that is not known.
[[maybe_unused]] const char* end_of_function(const char* at) {
  dwarf_eh_bases found{};
  const auto* entry = static_cast<const char*>(_Unwind_Find_FDE(const_cast<char*>(at), &found));
  if (entry == nullptr) return at;
  // its length, which CIE it belongs to, how far it is to the function: four bytes each; then its size
  const char* const begin = entry + 8;
  if (begin + read<std::int32_t>(begin) != found.function) return at;  // written down in another way
  return std::min(static_cast<const char*>(found.function) + read<std::uint32_t>(entry + 12), &etext);
}

#if defined(__x86_64__)
constexpr std::ptrdiff_t step = 1, call_size = 5;
bool calls(const char* at, std::intptr_t function) {
  return *at == static_cast<char>(0xE8) &&
         reinterpret_cast<std::intptr_t>(at) + call_size + read<std::int32_t>(at + 1) == function;
}
#elif defined(__aarch64__)
constexpr std::ptrdiff_t step = 4, call_size = 4;
bool calls(const char* at, std::intptr_t function) {
  const auto word = read<std::uint32_t>(at);
  const std::int32_t distance = static_cast<std::int32_t>(word << 6) >> 4;
  return word >> 26 == 0x25 && reinterpret_cast<std::intptr_t>(at) + distance == function;
}
#endif

std::size_t measured(const char* from, std::intptr_t counter) {
#if defined(__x86_64__) || defined(__aarch64__)
  if (from < &__executable_start || from >= &etext || &__asan_init != nullptr) return 0;
  const char* const end = end_of_function(from);
  for (const char* at = from; at + call_size <= end; at += step)
    if (calls(at, counter)) return static_cast<std::size_t>(at - from);
  return static_cast<std::size_t>(end - from);
#else
  static_cast<void>(from), static_cast<void>(counter);
  return 0;
#endif
}

struct Known {
  const void* from;
  std::size_t size;
};
constexpr std::size_t places = 4096, tries = 16;
constinit thread_local std::array<Known, places> known{};  // by a hash of the address

}  // namespace

std::size_t straight_code(const void* from, void (*counter)()) {
  const auto number = reinterpret_cast<std::uintptr_t>(from);
  const std::size_t first = (number ^ number >> 12) % places;
  std::size_t place = first;
  for (std::size_t i = 0; i < tries; ++i) {
    place = (first + i) % places;
    if (known[place].from == from || known[place].from == nullptr) break;
  }
  if (known[place].from != from)
    known[place] = {from, measured(static_cast<const char*>(from), reinterpret_cast<std::intptr_t>(counter))};
  return known[place].size;
}

}  // namespace heed::grading
