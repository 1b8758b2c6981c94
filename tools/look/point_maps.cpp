#include "tools/look/point_maps.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "lib/array/array.hpp"
#include "lib/core/shape_format.hpp"
#include "lib/report/heatmap.hpp"
#include "tools/language/spoken.hpp"

namespace heed {
namespace {

constexpr std::int64_t most_numbers = 64;  // of a vector

std::vector<std::string> labels(const std::vector<std::string>* tokens, std::int64_t count) {
  std::vector<std::string> all;
  for (std::int64_t i = 0; i < count; ++i)
    all.push_back(tokens != nullptr && i < std::ssize(*tokens) ? (*tokens)[static_cast<std::size_t>(i)]
                                                               : std::to_string(i));
  return all;
}

}  // namespace

std::string point_maps(const Looked& looked, const std::string& point, const Array& values,
                       const Terminal& terminal) {
  const Shape& shape = values.shape();
  const std::int64_t columns = shape.dim(-1), rows = shape.dim(-2), maps = values.size() / (rows * columns);
  const PointTokens tokens = tokens_of(looked, point);
  const std::int64_t shown = tokens.columns != nullptr ? columns : std::min(columns, most_numbers);
  double least = INFINITY, most = -INFINITY;
  std::int64_t broken = 0;
  for (const Scalar x : values.values()) {
    if (!std::isfinite(x)) ++broken;
    if (std::isfinite(x)) least = std::min<double>(least, x), most = std::max<double>(most, x);
  }
  if (broken == values.size()) least = most = 0;
  const bool weights = point.find(".pattern") != std::string::npos && least >= 0;
  std::string title = spoken("{} {}: from {:.4g} to {:.4g}", "{} {}: {:.4g}부터 {:.4g}까지", point,
                             fmt::format("{}", shape), least, most);
  if (shown < columns)
    title += spoken("; the first {} of {} numbers", "; {1}개 중 처음 {0}개", shown, columns);
  if (broken > 0) title += spoken("; {} are NaN or infinite", "; {}개는 NaN이거나 무한대", broken);

  std::vector<HeatMap> all;
  for (std::int64_t m = 0; m < maps; ++m) {
    HeatMap map;
    if (maps > 1) map.title = spoken("head {}", "헤드 {}", m + 1);
    map.row_labels = labels(tokens.rows, rows);
    map.column_labels = labels(tokens.columns, shown);
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < shown; ++j) {
        const double x = values.data()[(m * rows + i) * columns + j];
        map.values.push_back(static_cast<float>(weights || most == least ? x : (x - least) / (most - least)));
      }
    }
    all.push_back(std::move(map));
  }
  return title + "\n" +
         heat_maps(all, {.colours = terminal.colours,
                         .width = terminal.width,
                         .numbers = tokens.columns != nullptr && weights}) +
         "\n";
}

}  // namespace heed
