#include "tools/measure/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "lib/report/number.hpp"
#include "lib/text/display.hpp"

namespace heed {

std::string logarithmic_plot(const std::vector<PlotCurve>& curves, const PlotOptions& options) {
  const auto& [unit, along, width, height] = options;
  double left = INFINITY, right = -INFINITY, low = INFINITY, high = -INFINITY;
  std::set<double> lengths;
  for (const PlotCurve& c : curves) {
    for (const auto& [length, cost] : c.curve) {
      lengths.insert(length);
      left = std::min(left, std::log2(length)), right = std::max(right, std::log2(length));
      low = std::min(low, std::log10(cost)), high = std::max(high, std::log10(cost));
    }
  }
  if (lengths.empty()) return "";
  low = std::floor(low), high = std::max(std::ceil(high), low + 1);
  const auto column = [&, steps = width - 1](double log_length) {
    return right > left ? static_cast<int>(std::lround((log_length - left) / (right - left) * steps)) : 0;
  };
  const auto row = [&, steps = height - 1](double log_cost) {
    return static_cast<int>(std::lround((high - log_cost) / (high - low) * steps));
  };
  std::vector<std::string> canvas(static_cast<std::size_t>(height),
                                  std::string(static_cast<std::size_t>(width), ' '));
  const auto cell = [&](int r, int c) -> char& {
    return canvas[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
  };
  for (const PlotCurve& c : curves) {
    for (std::size_t i = 0; i + 1 < c.curve.size(); ++i) {
      const double x0 = std::log2(c.curve[i].first), x1 = std::log2(c.curve[i + 1].first);
      const double y0 = std::log10(c.curve[i].second), y1 = std::log10(c.curve[i + 1].second);
      for (int at = column(x0) + 1; at < column(x1); ++at) {
        const double share = static_cast<double>(at - column(x0)) / (column(x1) - column(x0));
        char& dot = cell(row(y0 + share * (y1 - y0)), at);
        if (dot == ' ') dot = '.';
      }
    }
    for (const auto& [length, cost] : c.curve)
      cell(row(std::log10(cost)), column(std::log2(length))) = c.mark;
  }
  std::string text;
  for (int r = 0; r < height; ++r) {
    std::string label;
    for (double power = low; power <= high; power += 1)
      if (row(power) == r) label = fmt::format("{:g} {}", std::pow(10.0, power), unit);
    std::string line = canvas[static_cast<std::size_t>(r)];
    line.erase(line.find_last_not_of(' ') + 1);
    text += fmt::format("{:>12} │{}\n", label, line);
  }
  std::string axis, rule;
  for (const double length : lengths) {
    const std::string label = grouped(std::llround(length));
    const int half = static_cast<int>(label.size() / 2);
    const auto at = static_cast<std::size_t>(std::max(column(std::log2(length)) - half, 0));
    if (!axis.empty() && at <= axis.size()) continue;
    axis += std::string(at - axis.size(), ' ') + label;
  }
  for (int c = 0; c < width; ++c) rule += "─";
  return fmt::format("{}{:>12} └{}\n{}  {}\n", text, "", rule, fit(along, 12, {.align = Align::right}), axis);
}

}  // namespace heed
