// The median that every figure of `heed bench` is.
#pragma once

#include <algorithm>
#include <vector>

namespace heed {

/// The middle value, of an even number of them the upper one; `values` must not be empty.
inline double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace heed
