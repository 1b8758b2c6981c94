#include "tools/measure/series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "lib/report/number.hpp"
#include "lib/text/display.hpp"
#include "tools/measure/plot.hpp"

namespace heed {
namespace {

constexpr std::string_view marks = "ox+*#@%&";

/// "4,096" is 4096; what is no length is 0.
double length_of(std::string title) {
  std::erase(title, ',');
  const bool digits = !title.empty() && title.find_first_not_of("0123456789") == std::string::npos;
  return digits ? std::stod(title) : 0;
}

bool grow(const std::vector<double>& x) {
  return x.size() > 1 && x.front() > 0 && std::ranges::adjacent_find(x, std::greater_equal<>()) == x.end();
}

/// A number of a table, over the number of its row or column.
struct SeriesPoint {
  double x = 0;
  std::string at{};  // "512"
  CellNumber number{};
};

struct SeriesLine {
  std::string name{};
  std::vector<SeriesPoint> points{};

  const std::string& unit() const { return points.back().number.unit; }
  /// Says if some values are ten times as large as others; those that are 0 have no logarithm.
  bool spread() const {
    double least = INFINITY, most = 0;
    for (const SeriesPoint& p : points)
      if (p.number.value > 0) least = std::min(least, p.number.value), most = std::max(most, p.number.value);
    return most >= 10 * least;
  }
};

/// The curves with a number above 0. A column is one if it begins with a number.
std::vector<SeriesLine> lines_of(const ResultTable& t, const Series& series, Language language) {
  const bool rows = series.by == SeriesBy::row;
  std::vector<SeriesLine> all;
  const std::size_t count = rows ? t.rows.size() : t.columns.size();
  for (std::size_t i = rows ? 0 : 1; i < count; ++i) {
    if (!rows && !t.rows[0][i].number) continue;
    SeriesLine line{.name = (rows ? t.rows[i][0].text : t.columns[i]).in(language)};
    for (std::size_t k = 0; k < series.x.size(); ++k) {
      const TableCell& cell = rows ? t.rows[i][series.from + k] : t.rows[k][i];
      const std::string& at = rows ? t.columns[series.from + k].english : t.rows[k][0].text.english;
      if (cell.number) line.points.push_back({series.x[k], at, *cell.number});
    }
    if (std::ranges::any_of(line.points, [](const SeriesPoint& p) { return p.number.value > 0; }))
      all.push_back(std::move(line));
  }
  return all;
}

/// Points that are not above 0 are named below, as logarithms have no place for them.
std::string curves_text(const std::vector<SeriesLine>& all, const std::string& along, std::size_t columns,
                        Language language) {
  std::vector<PlotCurve> curves;
  std::string legend, zeros;
  for (const SeriesLine& line : all) {
    PlotCurve one{.mark = marks[curves.size() % marks.size()], .curve = {}};
    std::string left_out;
    for (const SeriesPoint& p : line.points) {
      if (p.number.value > 0)
        one.curve.emplace_back(p.x, p.number.value);
      else
        left_out += (left_out.empty() ? "" : ", ") + p.at;
    }
    legend += fmt::format("{}{} {}", legend.empty() ? "  " : "   ", one.mark, line.name);
    if (!left_out.empty()) zeros += fmt::format("{}{} ({})", zeros.empty() ? "" : ", ", line.name, left_out);
    curves.push_back(std::move(one));
  }
  const int width = static_cast<int>(std::clamp<std::size_t>(columns, 40, 100)) - 20;
  const std::string not_drawn =
      zeros.empty() ? "" : "  " + text_of("experiment.not drawn", zeros).in(language) + '\n';
  return logarithmic_plot(curves, {.unit = all.front().unit(), .along = along, .width = width}) + legend +
         '\n' + not_drawn;
}

}  // namespace

Series series_of(const ResultTable& t) {
  if (t.columns.empty()) return {};
  Series rows{.by = SeriesBy::row};
  for (const Bilingual& column : t.columns)
    if (const double length = length_of(column.english); length > 0) rows.x.push_back(length);
  rows.from = t.columns.size() - rows.x.size();
  if (grow(rows.x) && rows.from > 0 && length_of(t.columns[rows.from].english) > 0) return rows;
  Series down{.by = SeriesBy::column};
  for (const std::vector<TableCell>& row : t.rows)
    if (row[0].number) down.x.push_back(row[0].number->value);
  return grow(down.x) && down.x.size() == t.rows.size() ? down : Series{};
}

std::string series_picture(const ResultTable& t, std::size_t width, Language language) {
  const Series series = series_of(t);
  if (series.by == SeriesBy::none) return "";
  const bool rows = series.by == SeriesBy::row;
  std::vector<SeriesLine> all = lines_of(t, series, language);
  std::size_t longest = 0;
  for (const SeriesLine& line : all) longest = std::max(longest, line.points.size());
  // what stands beside some rows only, as p beside all but the first, does not say how all is drawn
  const auto wide = std::ranges::find_if(
      all, [&](const SeriesLine& line) { return line.points.size() == longest && line.spread(); });
  if (wide == all.end()) return "";
  const std::string unit = wide->unit();
  std::erase_if(all, [&](const SeriesLine& line) { return line.unit() != unit; });
  return curves_text(all, (rows ? t.along : t.columns[0]).in(language), width, language);
}

std::string series_pictures(const std::vector<ResultTable>& tables, std::size_t width, Language language) {
  std::string text;
  for (const ResultTable& t : tables) {
    const std::string picture = series_picture(t, width, language);
    if (!picture.empty())
      text += fmt::format("{}{}:\n{}", text.empty() ? "" : "\n", t.title.in(language), picture);
  }
  return text;
}

}  // namespace heed
