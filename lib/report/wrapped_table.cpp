#include "lib/report/wrapped_table.hpp"

#include <algorithm>
#include <numeric>

#include "lib/report/width.hpp"
#include "lib/report/wrap.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

constexpr std::size_t between = 2;
constexpr std::size_t narrowest_cell = 4;  // two wide characters

std::size_t longest_word(const std::string& cell) {
  std::size_t longest = 0;
  for (const std::string_view word : split_whitespace(cell))
    longest = std::max(longest, printable_width(word));
  return longest;
}

/// Takes columns away one by one from where most is, but not below `least`. True if it fits then.
bool shrink(std::vector<std::size_t>& widths, const std::vector<std::size_t>& least, std::size_t limit) {
  for (std::size_t total = std::accumulate(widths.begin(), widths.end(), between * (widths.size() - 1));
       total > limit; --total) {
    std::size_t widest = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (widths[i] > least[i] && (widest == widths.size() || widths[i] > widths[widest])) widest = i;
    }
    if (widest == widths.size()) return false;
    --widths[widest];
  }
  return true;
}

void add_row(std::vector<std::string>& lines, const std::vector<std::string>& cells,
             const std::vector<std::size_t>& widths) {
  std::vector<std::vector<std::string>> columns;
  std::size_t height = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    columns.push_back(wrap(cells[i], {.width = widths[i]}));
    height = std::max(height, columns.back().size());
  }
  for (std::size_t row = 0; row < height; ++row) {
    std::string line;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) line.append(between, ' ');
      line += pad_width(row < columns[i].size() ? columns[i][row] : "", widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(line);
  }
}

}  // namespace

std::vector<std::string> wrapped_table(std::vector<std::vector<std::string>> rows, std::size_t width) {
  if (rows.empty() || rows.front().empty()) return {};
  const std::size_t count = rows.front().size();
  std::vector<std::size_t> widths(count, 0), words(count, 0);
  for (std::vector<std::string>& row : rows) {
    row.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      widths[i] = std::max(widths[i], printable_width(row[i]));
      words[i] = std::max(words[i], longest_word(row[i]));
    }
  }
  if (width > 0 && !shrink(widths, words, width))
    shrink(widths, std::vector<std::size_t>(count, narrowest_cell), width);

  std::vector<std::string> lines;
  add_row(lines, rows.front(), widths);
  std::string rule;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) rule.append(between, ' ');
    for (std::size_t k = 0; k < widths[i]; ++k) rule += "─";
  }
  lines.push_back(rule);
  for (std::size_t row = 1; row < rows.size(); ++row) add_row(lines, rows[row], widths);
  return lines;
}

}  // namespace heed
