// Curves in characters, both axes in logarithms.
#pragma once

#include <string>
#include <vector>

#include "tools/attention/growth.hpp"

namespace heed {

struct PlotCurve {
  char mark;
  Curve curve;
};

/// Marks at the measured points, joined by dots; where two meet, the later curve wins. The vertical axis is
/// labelled at powers of ten with `unit`, the horizontal one with the lengths. "" for no points.
std::string logarithmic_plot(const std::vector<PlotCurve>& curves, const std::string& unit, int width,
                             int height);

}  // namespace heed
