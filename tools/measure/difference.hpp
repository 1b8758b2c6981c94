// How far two arrays are from each other.
#pragma once

#include <algorithm>
#include <cmath>

#include "lib/array/array.hpp"

namespace heed {

/// The largest |x|.
inline double largest_magnitude(const Array& array) {
  double most = 0;
  for (const Scalar x : array.values()) most = std::max(most, std::abs(static_cast<double>(x)));
  return most;
}

/// The largest |a - b| of elements in the same place.
inline double largest_difference(const Array& a, const Array& b) {
  double most = 0;
  for (std::int64_t i = 0; i < a.size(); ++i)
    most = std::max(most, std::abs(static_cast<double>(a.data()[i]) - static_cast<double>(b.data()[i])));
  return most;
}

}  // namespace heed
