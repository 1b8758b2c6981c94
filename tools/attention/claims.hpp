// What documents say of the kinds of attention, beside what was measured here.
#pragma once

#include <string>
#include <vector>

#include "tools/attention/growth.hpp"

namespace heed {

struct AttentionClaim {
  std::string text;      // "linear: time O(n)"
  std::string measured;  // "slope 1.02"
  /// "holds", "does not hold"; "too noisy to say", where the two turns say different things or their slopes
  /// differ by more than slope_tolerance; "measured once", where time was up; "not measured"
  std::string verdict;
};

/// Slopes within so much of a whole number are said to be that.
constexpr double slope_tolerance = 0.15;

/// vanilla O(n²) and O(n²), sparse O(nk) and O(nk), linear O(n) and O(n), flash O(n²) and O(n) and two to
/// four times as fast; vanilla below 512 tokens, flash to 2,048, sparse or linear beyond. All of `like`.
std::vector<AttentionClaim> judge_attention_claims(const std::vector<AttentionMeasurement>& all,
                                                   const AttentionCase& like);

}  // namespace heed
