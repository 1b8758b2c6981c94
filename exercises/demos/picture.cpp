#include "exercises/demos/picture.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lib/text/display.hpp"

namespace heed::demos {

static const char* const shades[] = {" ", "░", "▒", "▓", "█"};

std::string picture(const learn::Tensor& x) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const double v : x.values()) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  const double step = high > low ? (high - low) / 5 : 1;
  std::string lines;
  for (int i = 0; i < x.dim(0); ++i) {
    lines += "\n  ";
    for (int j = 0; j < x.dim(1); ++j) {
      const double v = x(i, j);
      lines += std::isfinite(v) ? shades[std::min(4, static_cast<int>((v - low) / step))] : "?";
    }
  }
  return lines;
}

std::string heat_map(const learn::Tensor& weights, const std::vector<std::string>& queries,
                     const std::vector<std::string>& keys) {
  std::size_t margin = 0;
  for (const std::string& query : queries) margin = std::max(margin, printable_width(query));
  std::string lines = "\n  " + std::string(margin, ' ');
  for (const std::string& key : keys) lines += "  " + key;
  for (int i = 0; i < weights.dim(0); ++i) {
    lines += "\n  " + pad_width(queries.at(static_cast<std::size_t>(i)), margin);
    for (int j = 0; j < weights.dim(1); ++j) {
      const char* const shade = shades[std::clamp(static_cast<int>(5 * weights(i, j)), 0, 4)];
      lines += "  ";
      for (std::size_t n = printable_width(keys.at(static_cast<std::size_t>(j))); n > 0; --n) lines += shade;
    }
  }
  return lines;
}

std::string graph(const std::vector<GraphNode>& nodes) {
  std::vector<bool> drawn(nodes.size());
  std::string lines;
  const auto draw = [&](const auto& self, std::size_t at, const std::string& branch,
                        const std::string& below) -> void {
    const std::vector<int>& operands = nodes.at(at).operands;
    lines += "\n  " + branch + nodes[at].text + (drawn[at] && !operands.empty() ? " …" : "");
    if (drawn[at]) return;
    drawn[at] = true;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const bool last = i + 1 == operands.size();
      self(self, static_cast<std::size_t>(operands[i]), below + (last ? "└ " : "├ "),
           below + (last ? "  " : "│ "));
    }
  };
  draw(draw, nodes.size() - 1, "", "");
  return lines;
}

std::string magnitude(double x) { return x == 0 ? "0" : fmt::format("{:.0e}", x); }

}  // namespace heed::demos
