#include "exercises/demos/picture.hpp"

#include <fmt/format.h>

namespace heed::demos {

std::string picture(const learn::Tensor& x) {
  static const char* const shades[] = {" ", "░", "▒", "▓", "█"};
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

std::string magnitude(double x) { return x == 0 ? "0" : fmt::format("{:.0e}", x); }

}  // namespace heed::demos
