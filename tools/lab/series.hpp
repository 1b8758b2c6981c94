// Which numbers of a table are a curve: decided here, for the terminal and, in lab_json(), for the page.
#pragma once

#include <vector>

#include "tools/lab/claim.hpp"

namespace heed {

enum class SeriesBy { none, row, column };

/// by row: a curve for each row, over the columns from `from` on, which are named by numbers that grow; by
/// column: one for each column behind the first, over the numbers of the first one, which grow. x: those
/// numbers.
struct LabSeries {
  SeriesBy by = SeriesBy::none;
  std::size_t from = 1;
  std::vector<double> x{};
};
LabSeries series_of(const LabTable& table);

/// Null if there is none.
const LabNumber* number_at(const LabTable& table, std::size_t row, std::size_t column);

}  // namespace heed
