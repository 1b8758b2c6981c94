#include "lib/report/sparkline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>
#include <vector>

namespace heed {

std::string sparkline(std::span<const double> values, std::size_t width) {
  constexpr std::array<std::string_view, 8> bars = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const std::size_t columns = std::min(width, values.size());
  std::vector<double> means(columns);
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (std::size_t i = 0; i < columns; ++i) {
    const std::size_t from = i * values.size() / columns, to = (i + 1) * values.size() / columns;
    const auto share = values.subspan(from, to - from);
    means[i] = std::accumulate(share.begin(), share.end(), 0.0) / static_cast<double>(share.size());
    if (!std::isfinite(means[i])) continue;
    least = std::min(least, means[i]);
    most = std::max(most, means[i]);
  }
  std::string text;
  for (const double mean : means) {
    if (!std::isfinite(mean)) {
      text += "?";
      continue;
    }
    const double part = most > least ? (mean - least) / (most - least) : 0.0;
    text += bars.at(static_cast<std::size_t>(std::lround(part * 7)));
  }
  return text;
}

}  // namespace heed
