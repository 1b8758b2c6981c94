// The numbers of a table that are a curve: which they are, and their picture in the terminal.
#pragma once

#include <string>
#include <vector>

#include "tools/measure/experiment.hpp"

namespace heed {

enum class SeriesBy { none, row, column };

/// By row: a curve for each row, over the columns from `from` on, which are named by numbers that grow. By
/// column: one for each column behind the first, over the numbers of the first one, which grow. x holds those
/// numbers.
struct Series {
  SeriesBy by = SeriesBy::none;
  std::size_t from = 1;
  std::vector<double> x{};
};
Series series_of(const ResultTable& table);

/// A picture of a table whose rows or columns are numbers that grow, where some values are ten times as large
/// as others: curves with both axes in logarithms. Nothing of any other table.
std::string series_picture(const ResultTable& table, std::size_t width, Language language);

/// The pictures of all tables, each under its title.
std::string series_pictures(const std::vector<ResultTable>& tables, std::size_t width, Language language);

}  // namespace heed
