// How long work takes, and the median that every figure of `heed bench` is.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace heed {

/// The middle value, of an even number of them the mean of the two in the middle; `values` must not be empty.
inline double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

using Clock = std::chrono::steady_clock;

inline double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Milliseconds of each of `count` calls, after one that warms up.
template <typename Work>
std::vector<double> repeat(int count, const Work& work) {
  work();
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    const auto start = Clock::now();
    work();
    times.push_back(milliseconds_since(start));
  }
  return times;
}

}  // namespace heed
