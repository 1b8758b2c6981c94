// A NaN that is printed alike everywhere.
#pragma once

#include <cmath>
#include <limits>

namespace heed {

/// x for printing: a NaN has a sign bit, which means nothing and differs between processors.
template <typename T>
T without_nan_sign(T x) {
  return std::isnan(x) ? std::numeric_limits<T>::quiet_NaN() : x;
}

}  // namespace heed
