#include "tools/lab/series_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "lib/report/number.hpp"
#include "lib/text/display.hpp"
#include "tools/attention/plot.hpp"
#include "tools/lab/report.hpp"

namespace heed {
namespace {

constexpr std::string_view marks = "ox+*#@%&";

struct Series {
  std::string name{}, unit{};
  Curve curve{};
};

const LabNumber* number_at(const LabTable& t, std::size_t row, std::size_t column) {
  const auto found =
      std::ranges::find_if(t.numbers, [&](const LabNumber& n) { return n.row == row && n.column == column; });
  return found == t.numbers.end() ? nullptr : &*found;
}

/// "4,096" -> 4096; 0 for what is no length.
double length_of(std::string title) {
  std::erase(title, ',');
  const bool digits = !title.empty() && title.find_first_not_of("0123456789") == std::string::npos;
  return digits ? std::stod(title) : 0;
}

bool grow(const std::vector<double>& x) {
  return x.size() > 1 && x.front() > 0 && std::ranges::adjacent_find(x, std::greater_equal<>()) == x.end();
}

/// A curve for each row, over the columns that are named by numbers.
std::vector<Series> by_row(const LabTable& t) {
  const std::vector<TableColumn>& columns = t.table.columns;
  std::vector<double> x;
  for (const TableColumn& column : columns)
    if (const double length = length_of(column.title); length > 0) x.push_back(length);
  const std::size_t from = columns.size() - x.size();
  if (!grow(x) || length_of(columns[from].title) == 0) return {};
  std::vector<Series> all;
  for (std::size_t r = 0; r < t.table.rows.size(); ++r) {
    Series one{.name = t.table.rows[r][0]};
    for (std::size_t i = 0; i < x.size(); ++i)
      if (const LabNumber* n = number_at(t, r, from + i))
        one.curve.emplace_back(x[i], n->value), one.unit = n->unit;
    if (!one.curve.empty()) all.push_back(std::move(one));
  }
  return all;
}

/// A curve for each column that begins with a number, over the numbers of the first one.
std::vector<Series> by_column(const LabTable& t) {
  std::vector<double> x;
  for (std::size_t r = 0; r < t.table.rows.size(); ++r)
    if (const LabNumber* n = number_at(t, r, 0)) x.push_back(n->value);
  if (!grow(x) || x.size() < t.table.rows.size()) return {};
  std::vector<Series> all;
  for (std::size_t c = 1; c < t.table.columns.size(); ++c) {
    if (number_at(t, 0, c) == nullptr) continue;
    Series one{.name = t.table.columns[c].title};
    for (std::size_t r = 0; r < x.size(); ++r)
      if (const LabNumber* n = number_at(t, r, c)) one.curve.emplace_back(x[r], n->value), one.unit = n->unit;
    all.push_back(std::move(one));
  }
  return all;
}

/// Where some values are ten times as large as others, and none is 0 or less.
bool spread(const Series& s) {
  const auto [least, most] = std::ranges::minmax(s.curve, {}, &Curve::value_type::second);
  return least.second > 0 && most.second >= 10 * least.second;
}

/// The lengths below a plot, those that have room, behind the name of the axis.
std::string axis_text(const std::vector<Series>& all, const std::string& along, int width) {
  std::set<double> lengths;
  for (const Series& s : all)
    for (const auto& [x, y] : s.curve) lengths.insert(x);
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

std::string curves_text(const std::vector<Series>& all, const std::string& along, std::size_t columns,
                        Language language) {
  std::vector<PlotCurve> curves;
  std::string legend;
  for (const Series& s : all) {
    const char mark = marks[curves.size() % marks.size()];
    curves.push_back({mark, s.curve});
    legend += fmt::format("{}{} {}", legend.empty() ? "  " : "   ", mark, lab_word(s.name, language));
  }
  const int width = static_cast<int>(std::clamp<std::size_t>(columns, 40, 100)) - 20;
  std::string plot = logarithmic_plot(curves, all.front().unit, width, 12);
  plot.erase(plot.rfind('\n', plot.size() - 2) + 1);  // its axis is of tokens
  return plot + axis_text(all, along, width) + legend + '\n';
}

std::string bars_text(const LabTable& t, const Series& s, std::size_t column, std::size_t width,
                      Language language) {
  double most = 0;
  for (const auto& [x, value] : s.curve) most = std::max(most, value);
  const double room = static_cast<double>(std::clamp<std::size_t>(width, 40, 100)) - 38;
  std::string text = fmt::format("{:>12}  {}\n", "", lab_word(s.name, language));
  for (const auto& cells : t.table.rows) {
    const auto r = static_cast<std::size_t>(&cells - t.table.rows.data());
    const double value = s.curve[r].second;
    std::string bar;
    for (std::int64_t c = std::llround(std::max(value, 0.0) / most * room); c > 0; --c) bar += "█";
    text += fmt::format("{} │{} {}\n", fit(cells[0], 12, {.align = Align::right}), bar, cells[column]);
  }
  return text;
}

}  // namespace

std::string series_picture(const LabTable& t, std::size_t width, Language language) {
  if (t.table.columns.empty()) return "";
  std::vector<Series> all = by_row(t);
  const bool rows = !all.empty();
  if (!rows) all = by_column(t);
  if (std::ranges::any_of(all, spread)) {
    const std::string unit = std::ranges::find_if(all, spread)->unit;
    std::erase_if(all, [&](const Series& s) {
      return s.unit != unit || std::ranges::any_of(s.curve, [](const auto& p) { return p.second <= 0; });
    });
    const Bilingual distance{"distance", "거리"}, tokens{"tokens", "토큰"};
    const bool by_distance = t.title.english.find("distance") != std::string::npos;
    return curves_text(
        all,
        !rows ? lab_word(t.table.columns[0].title, language) : (by_distance ? distance : tokens).in(language),
        width, language);
  }
  if (rows) return "";  // the table is as clear
  std::erase_if(all, [&](const Series& s) {
    return s.curve.size() < t.table.rows.size() ||
           std::ranges::none_of(s.curve, [](const auto& p) { return p.second > 0; });
  });
  if (all.empty()) return "";
  const auto column = std::ranges::find(t.table.columns, all.back().name, &TableColumn::title);
  return bars_text(t, all.back(), static_cast<std::size_t>(column - t.table.columns.begin()), width,
                   language);
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
