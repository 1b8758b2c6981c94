// The documents' claims on kinds of attention, beside what was measured here.
#pragma once

#include <optional>
#include <vector>

#include "tools/measure/attention_costs.hpp"
#include "tools/measure/experiment.hpp"

namespace heed {

/// A line of C5's table: the powers of the length with which a kind's time and memory grow.
struct DocumentedGrowth {
  const char *name, *kind;  // "flash" and "blockwise", which is of attention_kinds()
  int time, memory;
  const char *time_text, *memory_text;  // "n²", "n"
};
/// vanilla O(n²) and O(n²), sparse O(n k) and O(n k), linear O(n) and O(n), flash O(n²) and O(n).
extern const std::vector<DocumentedGrowth> documented_growths;

/// Slopes within so much of a whole number are said to be that.
constexpr double slope_tolerance = 0.15;

/// From which length on slopes are fitted, and how near to a power one has to be.
struct GrowthRule {
  double from = slope_from, tolerance = slope_tolerance;
  std::optional<double> slope(const Curve& curve) const { return fitted_slope(curve, from); }
  bool holds(double slope, int power) const;
};

/// Judges the lines of C5's table, flash as two to four times as fast as vanilla; vanilla below 512 tokens,
/// flash to 2,048, sparse or linear beyond. All are of `like`. Inside the noise is what two turns say
/// differently, or with slopes that differ by more than slope_tolerance; measured once, where time was up
/// before the second turn; not measured, where there are no such lengths. A power lies between those of the
/// two turns.
std::vector<Statement> judge_attention_claims(const std::vector<AttentionMeasurement>& all,
                                              const AttentionCase& like);

}  // namespace heed
