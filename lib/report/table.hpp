// Tables of text, aligned by the columns that characters take on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lib/text/display.hpp"

namespace heed {

struct TableColumn {
  std::string title = "";
  Align align = Align::left;
};

struct Table {
  std::vector<TableColumn> columns = {};
  std::vector<std::vector<std::string>> rows = {};
  std::size_t width = 0;  // columns of the terminal; 0: no limit
};

/// The titles (left out when all are empty), a rule of ─, the rows; two spaces between columns, no spaces at
/// line ends. What is wider than the terminal goes on over several lines, and is broken within a word only
/// where the words are wider. Throws UsageError for a row that has not one cell for each column.
std::string format_table(const Table& table);

/// The lines of `rows`, the titles first; a row too short is filled up.
std::vector<std::string> wrapped_table(std::vector<std::vector<std::string>> rows, std::size_t width);

/// Returns a cell of a CSV file (RFC 4180) in quotation marks, those in it doubled.
inline std::string csv_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += c;
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace heed
