// How costs grow with the length, and where one kind overtakes another.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "tools/attention/measure.hpp"

namespace heed {

/// Lengths and costs, by length.
using Curve = std::vector<std::pair<double, double>>;

/// first_ms and second_ms: of what was measured in both turns, the one and the other.
enum class AttentionQuantity { ms, bytes, first_ms, second_ms };

/// What was measured of a kind; what was left out is not there.
Curve attention_curve(const std::vector<AttentionMeasurement>& all, const std::string& kind,
                      const AttentionCase& like, AttentionQuantity quantity);

/// The slope of the straight line through log cost over log length (least squares): 2 when twice the length
/// costs four times as much. Of lengths from `from` on; nothing for fewer than two of them.
std::optional<double> fitted_slope(const Curve& curve, double from);

/// The length from which `later` costs less than `earlier` at all lengths that both were measured at, on the
/// straight line in logarithms between two of them. 0 if from the shortest on; nothing if it never does.
std::optional<double> crossing(const Curve& earlier, const Curve& later);

/// Slopes are of lengths from here on: below, what does not depend on the length counts too.
constexpr double slope_from = 1024;

}  // namespace heed
