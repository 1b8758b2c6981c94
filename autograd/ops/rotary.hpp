// Rotary positions.
#pragma once

#include "autograd/variable.hpp"

namespace heed::inline HEED_PRECISION {

struct RotaryOptions {
  std::int64_t begin = 0, end = -1;  // the columns that turn; -1: up to the last
  std::int64_t first_position = 0;   // of row 0
  double base = 10'000;
};

/// Queries or keys x (B, T, C), heads of `head_dim` numbers side by side, turned by their positions: pair m
/// of neighbours (2m, 2m + 1) of a head by position · base^(-2m / head_dim). A product q·k then depends on
/// the distance alone (RoFormer: Su et al. 2021, section 3.2.2; Llama pairs m with m + head_dim/2 instead).
/// Throws ShapeError; UsageError if head_dim is odd or does not divide the columns, or for a base that is no
/// finite number above 0.
Variable rotary(const Variable& x, std::int64_t head_dim, RotaryOptions options = {});

}  // namespace heed
