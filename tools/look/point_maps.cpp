#include "tools/look/point_maps.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "lib/array/array.hpp"
#include "lib/core/shape_format.hpp"
#include "lib/report/heatmap.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

constexpr std::int64_t most_numbers = 64;  // of a vector
constexpr std::int64_t longest_side = 32;  // words: more are no picture in a terminal

/// Of the rows of one pass of a model that goes on token by token: "…#3" is its third.
std::int64_t first_row(const std::string& point, std::int64_t rows) {
  const std::size_t number = point.find('#');
  return rows > 1 || number == std::string::npos ? 0 : std::stoll(point.substr(number + 1)) - 1;
}

std::vector<std::string> labels(const std::vector<std::string>* tokens, std::int64_t first,
                                std::int64_t count) {
  std::vector<std::string> all;
  for (std::int64_t i = first; i < first + count; ++i)
    all.push_back(tokens != nullptr && i < std::ssize(*tokens) ? (*tokens)[static_cast<std::size_t>(i)]
                                                               : std::to_string(i));
  return all;
}

}  // namespace

PointMaps point_maps(const Looked& looked, const std::string& point, const Array& values,
                     const Terminal& terminal) {
  const Shape& shape = values.shape();
  const std::int64_t columns = shape.dim(-1), rows = shape.dim(-2), maps = values.size() / (rows * columns);
  const PointTokens tokens = tokens_of(looked, point);
  const std::int64_t shown = std::min(columns, tokens.columns != nullptr ? longest_side : most_numbers),
                     shown_rows = std::min(rows, longest_side);
  double least = INFINITY, most = -INFINITY;
  std::int64_t broken = 0;
  for (const Scalar x : values.values()) {
    if (!std::isfinite(x)) ++broken;
    if (std::isfinite(x)) least = std::min<double>(least, x), most = std::max<double>(most, x);
  }
  if (broken == values.size()) least = most = 0;
  least += 0.0, most += 0.0;  // no "-0"
  const bool weights = point.find(".pattern") != std::string::npos && least >= 0 && most < 1.001;
  const double largest = weights ? 1 : std::max(std::abs(least), std::abs(most));
  const bool all_broken = broken > 0 && broken == values.size();
  std::string title =
      fmt::format("{} {}: ", point, shape) +
      (all_broken ? tr("all values are NaN or infinite") : tr("from {:.4g} to {:.4g}", least, most));
  if (tokens.columns != nullptr && point.find(".scores") != std::string::npos)
    title += tr("; before the mask");
  if (shown_rows < rows || (tokens.columns != nullptr && shown < columns))
    title += tr("; the first {} of {} words, --out FILE has all", longest_side,
                std::max(rows, tokens.columns != nullptr ? columns : 0));
  if (tokens.columns == nullptr && shown < columns)
    title += tr("; the first {} of {} numbers", shown, columns);
  if (largest > 0 && !weights) title += tr("; 100 % is {:.4g}", largest);
  if (broken == 1 && !all_broken) title += tr("; 1 value is NaN or infinite");
  if (broken > 1 && !all_broken) title += tr("; {} values are NaN or infinite", broken);

  std::vector<HeatMap> all;
  for (std::int64_t m = 0; m < maps; ++m) {
    HeatMap map;
    if (maps > 1) map.title = tr("head {}", m + 1);
    map.row_labels = labels(tokens.rows, first_row(point, rows), shown_rows);
    map.column_labels = labels(tokens.columns, 0, shown);
    for (std::int64_t i = 0; i < shown_rows; ++i) {
      for (std::int64_t j = 0; j < shown; ++j) {
        const double x = values.data()[(m * rows + i) * columns + j];
        map.values.push_back(static_cast<float>(largest > 0 ? x / largest : x));
      }
    }
    all.push_back(std::move(map));
  }
  const std::size_t cell = weights ? 6 : 7;  // with the gap before it
  const bool fits = terminal.width >= terminal.width / 3 + static_cast<std::size_t>(shown) * cell;
  const HeatMapOptions options{.colours = terminal.colours,
                               .width = terminal.width,
                               .numbers = tokens.columns != nullptr || fits,
                               .signs = weights ? Signs::none : Signs::shown};
  return {title + "\n" + heat_maps(all, options) + "\n", options.signs};
}

}  // namespace heed
