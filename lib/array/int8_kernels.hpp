// Products of 8-bit integers, exact in 32 bits: one kernel for each kind of processor, chosen when the
// program runs, so that a portable build has them all. Private to the kernels.
#pragma once

#include <cstdint>
#include <span>

#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

/// A weight matrix (out, in) lies in panels of 16 rows, filled up with zeros; in a panel the next four
/// numbers of all 16 rows lie side by side, as one instruction takes them: [out / 16][in / 4][16][4].
constexpr std::int64_t int8_panel = 16, int8_group = 4;
constexpr std::int64_t int8_place(std::int64_t row, std::int64_t column, std::int64_t groups) {
  return ((row / int8_panel * groups + column / int8_group) * int8_panel + row % int8_panel) * int8_group +
         column % int8_group;
}

/// sums (rows, 16 panels) = x (rows, 4 groups) Wᵀ, for numbers of -127…127 and at most int8_most_columns
/// columns.
struct Int8Product {
  std::int64_t rows, groups, panels;
  const std::int8_t* x;
  const std::int8_t* weight;
  const std::int32_t* start;  // of each row of W: -128 Σ, for kernels whose x has no sign
  std::int32_t* sums;
};
constexpr std::int64_t int8_most_columns = 1 << 16;  // 255 · 127 · 2¹⁶ is below 2³¹

struct Int8Kernel {
  const char* name;
  void (*run)(const Int8Product& product);
};

/// Those that this processor can run, the fastest first.
std::span<const Int8Kernel> int8_kernels();

/// Of this architecture; each is asked for its processor's sake once.
std::span<const Int8Kernel> x86_int8_kernels();
std::span<const Int8Kernel> arm_int8_kernels();

}  // namespace heed
