#include "lib/report/table.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "lib/core/error.hpp"
#include "lib/report/wrap.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

using TextRow = std::vector<std::string>;
using Widths = std::vector<std::size_t>;

constexpr std::size_t column_gap = 2;
constexpr std::size_t narrowest = 4;  // columns are not made narrower than two wide characters

/// Takes columns away one by one from where most is, but not below `least`. Returns whether it fits then.
bool shrink(Widths& widths, const Widths& least, std::size_t limit) {
  std::size_t total = std::accumulate(widths.begin(), widths.end(), column_gap * (widths.size() - 1));
  for (; total > limit; --total) {
    std::size_t widest = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (widths[i] > least[i] && (widest == widths.size() || widths[i] > widths[widest])) widest = i;
    }
    if (widest == widths.size()) return false;
    --widths[widest];
  }
  return true;
}

std::string line_of(const TextRow& cells) {
  std::string line = fmt::format("{}", fmt::join(cells, std::string(column_gap, ' ')));
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

TextRow lines_of(const Table& table) {
  const std::size_t count = table.columns.size();
  if (count == 0) return {};
  std::vector<TextRow> rows(1);
  for (const TableColumn& column : table.columns) rows[0].push_back(column.title);
  rows.insert(rows.end(), table.rows.begin(), table.rows.end());
  Widths widths(count, 0), words(count, 2);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].size() != count)
      throw_error<UsageError>("format_table: row {} has {} cells, the table has {} columns", row - 1,
                              rows[row].size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      widths[i] = std::max(widths[i], printable_width(rows[row][i]));
      for (const std::string_view word : split_whitespace(rows[row][i]))
        words[i] = std::max(words[i], printable_width(word));
    }
  }
  const std::size_t limit = table.width > 0 ? table.width : SIZE_MAX;
  if (!shrink(widths, words, limit)) shrink(widths, Widths(count, narrowest), limit);

  std::vector<std::string> lines;
  for (const TextRow& row : rows) {
    const bool titles = &row == &rows.front();
    if (titles && std::ranges::all_of(row, &std::string::empty)) continue;
    std::vector<TextRow> columns;
    std::size_t height = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const bool fits = printable_width(row[i]) <= widths[i];
      columns.push_back(fits ? TextRow{row[i]} : wrap(row[i], {.width = widths[i]}));
      height = std::max(height, columns[i].size());
    }
    for (std::size_t k = 0; k < height; ++k) {
      TextRow cells;
      for (std::size_t i = 0; i < count; ++i)
        cells.push_back(
            pad_width(k < columns[i].size() ? columns[i][k] : "", widths[i], table.columns[i].align));
      lines.push_back(line_of(cells));
    }
    if (!titles) continue;
    TextRow rules(count);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < widths[i]; ++k) rules[i] += "─";
    lines.push_back(line_of(rules));
  }
  return lines;
}

}  // namespace

std::string format_table(const Table& table) {
  std::string text;
  for (const std::string& line : lines_of(table)) text += line + '\n';
  return text;
}

std::vector<std::string> wrapped_table(std::vector<TextRow> rows, std::size_t width) {
  Table table{.columns = {}, .rows = {}, .width = width};
  for (const std::string& title : rows.front()) table.columns.push_back({title});
  for (std::size_t row = 1; row < rows.size(); ++row) {
    table.rows.push_back(std::move(rows[row]));
    table.rows.back().resize(table.columns.size());
  }
  return lines_of(table);
}

}  // namespace heed
