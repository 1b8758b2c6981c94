// How long work takes: every figure of `heed bench` is the median of such times.
#pragma once

#include <chrono>
#include <vector>

#include "lib/score/median.hpp"

namespace heed {

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
