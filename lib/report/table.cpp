#include "lib/report/table.hpp"

#include <algorithm>
#include <numeric>

#include "lib/core/error.hpp"
#include "lib/report/width.hpp"

namespace heed {
namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t narrowest = 4;  // columns are not cut further than to this

// Takes columns away one by one from where most is, until the table fits or nothing more can go.
void shrink(std::vector<std::size_t>& widths, std::size_t limit) {
  const std::size_t gaps = gap * (widths.size() - 1);
  std::size_t total = std::accumulate(widths.begin(), widths.end(), gaps);
  for (; total > limit; --total) {
    const auto widest = std::ranges::max_element(widths);
    if (*widest <= narrowest) return;
    --*widest;
  }
}

}  // namespace

std::string format_table(const Table& table) {
  const std::size_t count = table.columns.size();
  std::vector<std::size_t> widths;
  for (const TableColumn& column : table.columns) widths.push_back(printable_width(column.title));
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (table.rows[row].size() != count) {
      throw_error<UsageError>("format_table: row {} has {} cells, the table has {} columns", row,
                              table.rows[row].size(), count);
    }
    for (std::size_t i = 0; i < count; ++i)
      widths[i] = std::max(widths[i], printable_width(table.rows[row][i]));
  }
  if (count == 0) return "";
  if (table.width > 0) shrink(widths, table.width);

  std::string text;
  const auto add_line = [&](const auto& cell_of) {
    std::string line;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) line.append(gap, ' ');
      const std::string cell = fit_width(cell_of(i), widths[i]);
      line += pad_width(cell, widths[i], {.align = table.columns[i].align});
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  if (std::ranges::any_of(table.columns, [](const TableColumn& column) { return !column.title.empty(); })) {
    add_line([&](std::size_t i) { return table.columns[i].title; });
    add_line([&](std::size_t i) {
      std::string rule;
      for (std::size_t k = 0; k < widths[i]; ++k) rule += "─";
      return rule;
    });
  }
  for (const auto& row : table.rows) add_line([&](std::size_t i) { return row[i]; });
  return text;
}

}  // namespace heed
