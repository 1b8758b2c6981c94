// How large the numbers of an array are: of numbers around 0, their standard deviation.
#pragma once

#include <cmath>

#include "lib/array/reduce.hpp"

namespace heed::inline HEED_PRECISION {

/// √(Σ x² / n).
inline double root_mean_square(const Array& x) {
  return global_norm({x}) / std::sqrt(static_cast<double>(x.size()));
}

}  // namespace heed
