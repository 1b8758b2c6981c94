// Cells of the lab's tables: as they are shown, with the numbers behind them.
#pragma once

#include <string>
#include <utility>

#include "lib/score/significance.hpp"
#include "tools/lab/claim.hpp"

namespace heed {

/// `times`: 100 for a share that is shown in per cent.
inline LabNumber lab_number(const MeanInterval& mean, std::string unit = "", double times = 1) {
  LabNumber number{.value = times * mean.mean, .unit = std::move(unit)};
  if (mean.half_width) {
    number.low = times * (mean.mean - *mean.half_width);
    number.high = times * (mean.mean + *mean.half_width);
  }
  return number;
}

struct LabColumn {
  Bilingual title{};
  Align align = Align::left;
};

struct LabCell {
  Bilingual text;
  std::optional<LabNumber> number{};
  std::vector<double> list{};  // where it shows several numbers
  LabCell(Bilingual shown, std::optional<LabNumber> behind = {})
      : text(std::move(shown)), number(std::move(behind)) {}
  LabCell(std::string shown) : text{std::move(shown)} {}
  LabCell(const char* shown) : text{shown} {}
  LabCell(std::string shown, double value, std::string unit = "")
      : text{std::move(shown)}, number(LabNumber{.value = value, .unit = std::move(unit)}) {}
  LabCell(std::string shown, LabNumber behind) : text{std::move(shown)}, number(std::move(behind)) {}
  LabCell(std::string shown, std::vector<double> behind) : text{std::move(shown)}, list(std::move(behind)) {}
};

/// The text in English; what it is in Korean is kept in the table.
inline const std::string& english_of(LabTable& table, const Bilingual& text) {
  if (text.in(Language::korean) != text.english) table.korean[text.english] = text.korean;
  return text.english;
}

inline void add_column(LabTable& table, const LabColumn& column) {
  table.table.columns.push_back({english_of(table, column.title), column.align});
}

inline LabTable lab_table(Bilingual title, const std::vector<LabColumn>& columns) {
  LabTable table{.title = std::move(title)};
  for (const LabColumn& column : columns) add_column(table, column);
  return table;
}

/// Of one that exists in both languages.
inline LabTable lab_table(Bilingual title, Table english, const Table& korean) {
  LabTable table{.title = std::move(title), .table = std::move(english)};
  for (std::size_t c = 0; c < table.table.columns.size(); ++c)
    english_of(table, {table.table.columns[c].title, korean.columns.at(c).title});
  for (std::size_t r = 0; r < table.table.rows.size(); ++r)
    for (std::size_t c = 0; c < table.table.rows[r].size(); ++c)
      english_of(table, {table.table.rows[r][c], korean.rows.at(r).at(c)});
  return table;
}

inline void add_row(LabTable& table, const std::vector<LabCell>& cells) {
  std::vector<std::string> row;
  for (const LabCell& cell : cells) {
    if (cell.number) {
      table.numbers.push_back(*cell.number);
      table.numbers.back().row = table.table.rows.size(), table.numbers.back().column = row.size();
    }
    if (!cell.list.empty()) table.lists.push_back({cell.list, table.table.rows.size(), row.size()});
    row.push_back(english_of(table, cell.text));
  }
  table.table.rows.push_back(std::move(row));
}

}  // namespace heed
