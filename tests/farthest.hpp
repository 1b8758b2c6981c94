// How far two arrays of one shape are apart, and how large the numbers of one are.
#pragma once

#include <algorithm>
#include <cmath>

#include "lib/array/reduce.hpp"
#include "tests/catch.hpp"

namespace heed::inline HEED_PRECISION {

/// Returns the largest |a - b|; NaN counts as infinity.
inline double farthest(const Array& a, const Array& b) {
  REQUIRE(a.shape() == b.shape());
  double most = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) {
    const double apart = std::abs(static_cast<double>(a.data()[i]) - static_cast<double>(b.data()[i]));
    most = std::isnan(apart) ? HUGE_VAL : std::max(most, apart);
  }
  return most;
}

/// √(Σ x² / n): of numbers around 0 their standard deviation.
inline double root_mean_square(const Array& x) {
  return global_norm({x}) / std::sqrt(static_cast<double>(x.size()));
}

}  // namespace heed
