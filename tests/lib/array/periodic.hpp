// Numbers that repeat: what a kernel makes of them repeats as well if it does not depend on their place.
#pragma once

#include "lib/array/layout.hpp"
#include "tests/lib/array/reference.hpp"

namespace heed::testing {

constexpr std::int64_t longest_row = 2 * 16 + 3;  // more than two of the widest vectors: 16 floats

/// Random numbers; along the axis whose length is given as 0, and is n, each is the one three before it.
inline Array periodic(Rng& rng, const Shape& shape, std::int64_t n) {
  Shape all = shape, drawn = shape;
  for (int axis = 0; axis < shape.rank(); ++axis)
    if (shape[axis] == 0) all[axis] = n, drawn[axis] = 3;
  const Array few = rng.normal(drawn);
  Array x(all);
  for (std::int64_t i = 0; i < x.size(); ++i) {
    Shape at = coordinates(all, i);
    for (int axis = 0; axis < shape.rank(); ++axis)
      if (shape[axis] == 0) at[axis] %= 3;
    x.mutable_data()[i] = few.data()[place(drawn, at)];
  }
  return x;
}

/// Returns true if x repeats along the axis as periodic() does, to the bit.
inline bool repeats(const Array& x, int axis = -1) {
  const std::int64_t n = x.dim(axis);
  return n <= 3 || identical(slice(x, axis, 3, n), slice(x, axis, 0, n - 3));
}

}  // namespace heed::testing
