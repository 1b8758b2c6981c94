// Numbers that repeat: what a kernel makes of them repeats as well if it does not depend on their place.
#pragma once

#include <cstring>

#include "lib/array/random.hpp"

namespace heed::testing {

constexpr std::int64_t longest_row = 2 * 16 + 3;  // more than two of the widest vectors: 16 floats

/// (rows, n): the numbers of each row repeat after three.
inline Array periodic(Rng& rng, std::int64_t rows, std::int64_t n, double deviation = 2) {
  const Array three = rng.normal({rows, 3}, 0, deviation);
  Array x({rows, n});
  Scalar* out = x.mutable_data();
  for (std::int64_t i = 0; i < rows * n; ++i) out[i] = three.data()[i / n * 3 + i % n % 3];
  return x;
}

/// Returns true if y repeats in each row as periodic() does, to the bit.
inline bool repeats(const Array& y) {
  const std::int64_t n = y.dim(-1);
  for (std::int64_t i = 0; i < y.size(); ++i) {
    if (i % n >= 3 && std::memcmp(y.data() + i, y.data() + i - 3, sizeof(Scalar)) != 0) return false;
  }
  return true;
}

}  // namespace heed::testing
