// Pairs of numbers as points that turn by an angle.
#pragma once

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

/// Which columns of rows (B, T, C) turn, and how: columns begin … end - 1 are heads of `head_dim` numbers.
/// The points are neighbours, (0, 1), (2, 3), … of a head; row t of each batch stands at position
/// first_position + t, where point m turns counter-clockwise by position · base^(-2m / head_dim).
struct Rotation {
  std::int64_t head_dim, begin, end, first_position;
  double base;
};

enum class Turn { forward, back };

/// x with its points turned; the other columns stay as they are.
Array rotate_pairs(const Array& x, const Rotation& rotation, Turn turn);

}  // namespace heed
