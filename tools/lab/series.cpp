#include "tools/lab/series.hpp"

#include <algorithm>
#include <functional>
#include <string>

namespace heed {
namespace {

/// "4,096" -> 4096; 0 for what is no length.
double length_of(std::string title) {
  std::erase(title, ',');
  const bool digits = !title.empty() && title.find_first_not_of("0123456789") == std::string::npos;
  return digits ? std::stod(title) : 0;
}

bool grow(const std::vector<double>& x) {
  return x.size() > 1 && x.front() > 0 && std::ranges::adjacent_find(x, std::greater_equal<>()) == x.end();
}

}  // namespace

const LabNumber* number_at(const LabTable& t, std::size_t row, std::size_t column) {
  const auto found =
      std::ranges::find_if(t.numbers, [&](const LabNumber& n) { return n.row == row && n.column == column; });
  return found == t.numbers.end() ? nullptr : &*found;
}

LabSeries series_of(const LabTable& t) {
  const std::vector<TableColumn>& columns = t.table.columns;
  if (columns.empty()) return {};
  LabSeries rows{.by = SeriesBy::row};
  for (const TableColumn& column : columns)
    if (const double length = length_of(column.title); length > 0) rows.x.push_back(length);
  rows.from = columns.size() - rows.x.size();
  if (grow(rows.x) && rows.from > 0 && length_of(columns[rows.from].title) > 0) return rows;
  LabSeries down{.by = SeriesBy::column};
  for (std::size_t r = 0; r < t.table.rows.size(); ++r)
    if (const LabNumber* n = number_at(t, r, 0)) down.x.push_back(n->value);
  return grow(down.x) && down.x.size() == t.table.rows.size() ? down : LabSeries{};
}

}  // namespace heed
