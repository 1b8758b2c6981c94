// Curves in characters, both axes in logarithms.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace heed {

/// Lengths and costs, by length.
using Curve = std::vector<std::pair<double, double>>;

struct PlotCurve {
  char mark;
  Curve curve;
};

struct PlotOptions {
  std::string unit{};            // of the vertical axis
  std::string along = "tokens";  // what the horizontal axis counts
  int width = 60, height = 12;
};

/// Marks at the measured points, joined by dots; where two meet, the later curve wins. The vertical axis is
/// labelled at powers of ten, the horizontal one with those lengths that have room. "" for no points.
std::string logarithmic_plot(const std::vector<PlotCurve>& curves, const PlotOptions& options);

}  // namespace heed
