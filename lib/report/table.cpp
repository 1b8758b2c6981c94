#include "lib/report/table.hpp"

#include <algorithm>
#include <numeric>

#include "lib/core/error.hpp"
#include "lib/report/wrap.hpp"
#include "lib/text/display.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

using Cells = std::vector<std::string>;
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

std::string line_of(const Cells& cells, const Widths& widths, const std::vector<TableColumn>& columns = {}) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line.append(column_gap, ' ');
    line += pad_width(cells[i], widths[i], columns.empty() ? Align::left : columns[i].align);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string rule_of(const Widths& widths) {
  Cells rules(widths.size());
  for (std::size_t i = 0; i < widths.size(); ++i)
    for (std::size_t k = 0; k < widths[i]; ++k) rules[i] += "─";
  return line_of(rules, widths);
}

}  // namespace

std::string format_table(const Table& table) {
  const std::size_t count = table.columns.size();
  Cells titles;
  Widths widths;
  for (const TableColumn& column : table.columns) {
    titles.push_back(column.title);
    widths.push_back(printable_width(column.title));
  }
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (table.rows[row].size() != count) {
      throw_error<UsageError>("format_table: row {} has {} cells, the table has {} columns", row,
                              table.rows[row].size(), count);
    }
    for (std::size_t i = 0; i < count; ++i)
      widths[i] = std::max(widths[i], printable_width(table.rows[row][i]));
  }
  if (count == 0) return "";
  if (table.width > 0) shrink(widths, Widths(count, narrowest), table.width);

  std::string text;
  const auto add_line = [&](Cells cells) {
    for (std::size_t i = 0; i < count; ++i) cells[i] = fit_width(cells[i], widths[i]);
    text += line_of(cells, widths, table.columns) + '\n';
  };
  if (std::ranges::any_of(titles, [](const std::string& title) { return !title.empty(); })) {
    add_line(titles);
    text += rule_of(widths) + '\n';
  }
  for (const Cells& row : table.rows) add_line(row);
  return text;
}

std::vector<std::string> wrapped_table(std::vector<Cells> rows, std::size_t width) {
  if (rows.empty() || rows.front().empty()) return {};
  const std::size_t count = rows.front().size();
  Widths widths(count, 0), words(count, 0);
  for (Cells& row : rows) {
    row.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      widths[i] = std::max(widths[i], printable_width(row[i]));
      for (const std::string_view word : split_whitespace(row[i]))
        words[i] = std::max(words[i], printable_width(word));
    }
  }
  if (width > 0 && !shrink(widths, words, width)) shrink(widths, Widths(count, narrowest), width);

  std::vector<std::string> lines;
  for (const Cells& row : rows) {
    std::vector<Cells> columns;
    std::size_t height = 0;
    for (std::size_t i = 0; i < count; ++i) {
      columns.push_back(wrap(row[i], {.width = widths[i]}));
      height = std::max(height, columns.back().size());
    }
    for (std::size_t k = 0; k < height; ++k) {
      Cells cells;
      for (const Cells& column : columns) cells.push_back(k < column.size() ? column[k] : "");
      lines.push_back(line_of(cells, widths));
    }
    if (&row == &rows.front()) lines.push_back(rule_of(widths));
  }
  return lines;
}

}  // namespace heed
