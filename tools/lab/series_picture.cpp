#include "tools/lab/series_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "lib/report/number.hpp"
#include "lib/text/display.hpp"
#include "tools/attention/plot.hpp"
#include "tools/lab/series.hpp"
#include "tools/language/both.hpp"

namespace heed {
namespace {

constexpr std::string_view marks = "ox+*#@%&";

/// A number of a table, over the number of its row or column.
struct Point {
  double x = 0;
  std::string at{}, shown{};  // "512", "97 % (96…98)"
  LabNumber number{};

  double low() const { return number.low.value_or(number.value); }
  double high() const { return number.high.value_or(number.value); }
};

struct Series {
  std::string name{}, unit{};  // the name for a reader
  std::vector<Point> points{};

  void add(double x, const std::string& at, const std::string& shown, const LabNumber& number) {
    points.push_back({x, at, shown, number}), unit = number.unit;
  }
};

/// A curve for each row.
std::vector<Series> by_row(const LabTable& t, const LabSeries& series, Language language) {
  std::vector<Series> all;
  for (std::size_t r = 0; r < t.table.rows.size(); ++r) {
    Series one{.name = t.in(language, t.table.rows[r][0])};
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      const std::size_t column = series.from + i;
      if (const LabNumber* n = number_at(t, r, column))
        one.add(series.x[i], t.table.columns[column].title, t.table.rows[r][column], *n);
    }
    if (!one.points.empty()) all.push_back(std::move(one));
  }
  return all;
}

/// A curve for each column that begins with a number.
std::vector<Series> by_column(const LabTable& t, const LabSeries& series, Language language) {
  std::vector<Series> all;
  for (std::size_t c = 1; c < t.table.columns.size(); ++c) {
    if (number_at(t, 0, c) == nullptr) continue;
    Series one{.name = t.in(language, t.table.columns[c].title)};
    for (std::size_t r = 0; r < series.x.size(); ++r)
      if (const LabNumber* n = number_at(t, r, c))
        one.add(series.x[r], t.table.rows[r][0], t.table.rows[r][c], *n);
    all.push_back(std::move(one));
  }
  return all;
}

/// Where some values are ten times as large as others; those that are 0 have no logarithm.
bool spread(const Series& s) {
  double least = INFINITY, most = 0;
  for (const Point& p : s.points)
    if (p.number.value > 0) least = std::min(least, p.number.value), most = std::max(most, p.number.value);
  return most >= 10 * least;
}

/// The lengths below a plot, those that have room, behind the name of the axis.
std::string axis_text(const std::vector<Series>& all, const std::string& along, int width) {
  std::set<double> lengths;
  for (const Series& s : all)
    for (const Point& p : s.points) lengths.insert(p.x);
  const double left = std::log2(*lengths.begin()), right = std::log2(*lengths.rbegin());
  std::string line;
  for (const double x : lengths) {
    const std::string label = grouped(std::llround(x));
    const double place = right > left ? (std::log2(x) - left) / (right - left) * (width - 1) : 0;
    const auto at = static_cast<std::size_t>(std::max(place - static_cast<double>(label.size() / 2), 0.0));
    if (at < line.size() + (line.empty() ? 0 : 1)) continue;
    line += std::string(at - line.size(), ' ') + label;
  }
  return fmt::format("{}  {}\n", fit(along, 12, {.align = Align::right}), line);
}

/// Points that are not above 0 are named below, as logarithms have no place for them.
std::string curves_text(const std::vector<Series>& all, const std::string& along, std::size_t columns,
                        Language language) {
  std::vector<PlotCurve> curves;
  std::string legend, zeros;
  for (const Series& s : all) {
    PlotCurve one{.mark = marks[curves.size() % marks.size()], .curve = {}};
    std::string left_out;
    for (const Point& p : s.points) {
      if (p.number.value > 0)
        one.curve.emplace_back(p.x, p.number.value);
      else
        left_out += fmt::format("{}{}", left_out.empty() ? "" : ", ", p.at);
    }
    legend += fmt::format("{}{} {}", legend.empty() ? "  " : "   ", one.mark, s.name);
    if (!left_out.empty()) zeros += fmt::format("{}{} ({})", zeros.empty() ? "" : ", ", s.name, left_out);
    curves.push_back(std::move(one));
  }
  const int width = static_cast<int>(std::clamp<std::size_t>(columns, 40, 100)) - 20;
  std::string plot = logarithmic_plot(curves, all.front().unit, width, 12);
  plot.erase(plot.rfind('\n', plot.size() - 2) + 1);  // its axis is of tokens
  const Bilingual not_drawn =
      both("not above 0, so without a place here: {}", "0보다 크지 않아 자리가 없음: {}", zeros);
  return plot + axis_text(all, along, width) + legend + '\n' +
         (zeros.empty() ? "" : "  " + not_drawn.in(language) + '\n');
}

/// What bars of a unit begin and end at.
struct BarScale {
  double floor = 0, most = 0;

  /// All begin at 0, but where the values lie close together far above it.
  BarScale(const std::vector<Series>& all, const std::string& unit) {
    double least = INFINITY;
    for (const Series& s : all)
      for (const Point& p : s.points)
        if (s.unit == unit) least = std::min(least, p.low()), most = std::max(most, p.high());
    if (least > most / 2 && least < most) floor = least;
  }
  std::size_t place(double value, double room) const {
    return static_cast<std::size_t>(std::llround((std::max(value, floor) - floor) / (most - floor) * room));
  }
};

std::string repeated(const char* mark, std::size_t times) {
  std::string text;
  for (; times > 0; --times) text += mark;
  return text;
}

/// From 0 a bar, from elsewhere the value as a point in its interval.
std::string bar_text(const Point& p, const BarScale& scale, double room) {
  const std::size_t at = scale.place(p.number.value, room);
  if (scale.floor == 0) return repeated("█", at);
  const std::size_t low = scale.place(p.low(), room), high = scale.place(p.high(), room);
  return std::string(low, ' ') + repeated("─", at - low) + 'o' + repeated("─", high - at);
}

std::string bars_text(const std::vector<Series>& all, std::size_t width, Language language) {
  const double room = static_cast<double>(std::clamp<std::size_t>(width, 40, 100)) - 38;
  std::string text;
  for (const Series& s : all) {
    const BarScale scale(all, s.unit);
    const Bilingual range =
        both(" (from {:.4g} to {:.4g})", " ({:.4g}부터 {:.4g}까지)", scale.floor, scale.most);
    text += fmt::format("{:>12}  {}{}\n", "", s.name, scale.floor == 0 ? "" : range.in(language));
    for (const Point& p : s.points)
      text += fmt::format("{} │{} {}\n", fit(p.at, 12, {.align = Align::right}), bar_text(p, scale, room),
                          p.shown);
  }
  return text;
}

bool none_above_zero(const Series& s) {
  return std::ranges::none_of(s.points, [](const Point& p) { return p.number.value > 0; });
}

}  // namespace

std::string series_picture(const LabTable& t, std::size_t width, Language language) {
  const LabSeries series = series_of(t);
  if (series.by == SeriesBy::none) return "";
  const bool rows = series.by == SeriesBy::row;
  std::vector<Series> all = rows ? by_row(t, series, language) : by_column(t, series, language);
  std::erase_if(all, none_above_zero);
  std::size_t longest = 0;
  for (const Series& s : all) longest = std::max(longest, s.points.size());
  // what stands beside some rows only, as p beside all but the first, does not say how all is drawn
  const auto wide =
      std::ranges::find_if(all, [&](const Series& s) { return s.points.size() == longest && spread(s); });
  if (wide != all.end()) {
    const std::string unit = wide->unit;
    std::erase_if(all, [&](const Series& s) { return s.unit != unit; });
    return curves_text(all, rows ? t.along.in(language) : t.in(language, t.table.columns[0].title), width,
                       language);
  }
  if (!rows) std::erase_if(all, [&](const Series& s) { return s.points.size() < t.table.rows.size(); });
  return bars_text(all, width, language);
}

std::string series_pictures(const std::vector<LabTable>& tables, std::size_t width, Language language) {
  std::string text;
  for (const LabTable& t : tables) {
    const std::string picture = series_picture(t, width, language);
    if (!picture.empty())
      text += fmt::format("{}{}:\n{}", text.empty() ? "" : "\n", t.title.in(language), picture);
  }
  return text;
}

}  // namespace heed
