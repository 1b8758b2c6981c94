#include "tools/attention/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

#include "lib/report/number.hpp"

namespace heed {

std::string logarithmic_plot(const std::vector<PlotCurve>& curves, const std::string& unit, int width,
                             int height) {
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
  const auto column = [&](double log_length) {
    return right > left ? static_cast<int>(std::lround((log_length - left) / (right - left) * (width - 1)))
                        : 0;
  };
  const auto row = [&](double log_cost) {
    return static_cast<int>(std::lround((high - log_cost) / (high - low) * (height - 1)));
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
    for (double power = low; power <= high; power += 1) {
      if (row(power) == r) label = fmt::format("{:g} {}", std::pow(10.0, power), unit);
    }
    std::string line = canvas[static_cast<std::size_t>(r)];
    line.erase(line.find_last_not_of(' ') + 1);
    text += fmt::format("{:>12} │{}\n", label, line);
  }
  std::string axis(static_cast<std::size_t>(width) + 8, ' ');
  for (const double length : lengths) {
    const std::string label = grouped(static_cast<std::int64_t>(length));
    const auto middle = static_cast<std::size_t>(column(std::log2(length)));
    axis.replace(middle > label.size() / 2 ? middle - label.size() / 2 : 0, label.size(), label);
  }
  axis.erase(axis.find_last_not_of(' ') + 1);
  std::string rule;
  for (int c = 0; c < width; ++c) rule += "─";
  return fmt::format("{}{:>12} └{}\n{:>12}  {}\n", text, "", rule, "tokens", axis);
}

}  // namespace heed
