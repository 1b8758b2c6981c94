// What documents say of the kinds of attention, beside what was measured here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/attention/growth.hpp"
#include "tools/compare/claim_verdict.hpp"

namespace heed {

/// Inside the noise is what two turns say differently, or with slopes that differ by more than
/// slope_tolerance; measured once, where time was up before the second turn; not measured, where there are no
/// such lengths.
struct AttentionClaim {
  std::string text;      // "linear: time O(n)"
  std::string measured;  // "slope 1.02"
  ClaimVerdict verdict = ClaimVerdict::not_measured;
  std::optional<double> slope{};
  std::vector<double> turns{};  // the slopes of the two turns, if there were two
};

/// Slopes within so much of a whole number are said to be that.
constexpr double slope_tolerance = 0.15;

/// vanilla O(n²) and O(n²), sparse O(nk) and O(nk), linear O(n) and O(n), flash O(n²) and O(n) and two to
/// four times as fast; vanilla below 512 tokens, flash to 2,048, sparse or linear beyond. All of `like`.
std::vector<AttentionClaim> judge_attention_claims(const std::vector<AttentionMeasurement>& all,
                                                   const AttentionCase& like);

}  // namespace heed
