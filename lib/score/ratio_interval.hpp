// How many times as long one thing takes as another, of rounds in which both took their turn.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace heed {

/// The middle value, of an even number of them the mean of the two in the middle; `values` must not be empty.
inline double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

struct RatioInterval {
  double median = 1;
  double least = 1, most = 1;  // 95 % interval of the median
};

/// Returns the interval of a[r] / b[r], round by round, so that what slows a round down slows both. The
/// interval lies between the k-th smallest ratio and the k-th largest, k the largest for which a median
/// beyond them has a chance of 5 % or less, whatever the distribution: k − 1 of n tosses of a coin (below 6
/// rounds: least and most, which is less sure). Throws Error unless there are as many of both, and some.
RatioInterval ratio_interval(const std::vector<double>& a, const std::vector<double>& b);

/// "1.12 (1.08 … 1.15)"
std::string ratio_text(const RatioInterval& ratio);

}  // namespace heed
