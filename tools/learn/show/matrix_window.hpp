// Which part of a large tensor is shown in a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "exercises/grading/verdict.hpp"

namespace heed {

/// The part of a tensor that is shown: rows and columns of one matrix of it.
struct Window {
  std::size_t matrix = 0;  // which of the matrices that the leading axes hold
  std::size_t rows = 1, columns = 1;
  std::size_t first_row = 0, shown_rows = 1;
  std::size_t first_column = 0, shown_columns = 1;
  std::size_t flat(std::size_t row, std::size_t column) const {
    return (matrix * rows + first_row + row) * columns + first_column + column;
  }
};

/// At most 6 rows and `most_columns` columns around the element at the flat `place`; where the matrices are
/// few and small, a window for each.
std::vector<Window> windows_of(const NamedValues& tensor, std::size_t most_columns, std::size_t place);

/// " [0, 1]" or " [0, 1, 2–7, 4–9]": where the window lies, counted from 0; empty when it begins at the
/// start.
std::string place_text(const NamedValues& tensor, const Window& window);

}  // namespace heed
