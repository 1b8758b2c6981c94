// The value in the middle.
#pragma once

#include <algorithm>
#include <vector>

namespace heed {

/// The middle value, of an even number of them the mean of the two in the middle; `values` must not be empty.
inline double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace heed
