#include "tools/learn/verdict_view.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>

#include "lib/core/without_nan_sign.hpp"
#include "lib/text/display.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

constexpr std::size_t left_indent = 4, most_rows = 6;

/// The rows and columns of a tensor that are shown; its leading axes count as rows.
struct ShownCells {
  std::size_t first_row = 0, rows = 1, first_column = 0, columns = 1;
};

/// The size of an axis from the end; 1 where there is none.
std::size_t axis_from_end(const NamedValues& tensor, std::size_t axis) {
  const std::size_t rank = tensor.shape.size();
  return axis > rank ? 1 : static_cast<std::size_t>(std::max(0, tensor.shape[rank - axis]));
}

std::size_t start_of(std::size_t place, std::size_t shown, std::size_t all) {
  return place < shown ? 0 : std::min(place - shown / 2, all - shown);
}

/// At most 6 rows and `most_columns` columns around the element at the flat `place`: of all matrices, if they
/// have no more rows together, else of one.
ShownCells window_of(const NamedValues& tensor, std::size_t most_columns, std::size_t place) {
  const std::size_t columns = axis_from_end(tensor, 1), row = place / columns,
                    all_rows = tensor.values.size() / columns,
                    among = all_rows <= most_rows ? all_rows : axis_from_end(tensor, 2),
                    begin = row / among * among;
  ShownCells window{.rows = std::min(most_rows, among), .columns = std::min(most_columns, columns)};
  window.first_row = begin + start_of(row - begin, window.rows, among);
  window.first_column = start_of(place % columns, window.columns, columns);
  return window;
}

/// "[1, 0] " before the first row of the second matrix; "" in a matrix that is shown from its beginning.
std::string row_label(const NamedValues& tensor, std::size_t row, bool from_beginning) {
  if (tensor.shape.size() < 3 && from_beginning) return "";
  std::vector<std::size_t> index;
  for (std::size_t axis = 2; axis <= tensor.shape.size(); ++axis) {
    index.insert(index.begin(), row % axis_from_end(tensor, axis));
    row /= axis_from_end(tensor, axis);
  }
  return fmt::format("[{}] ", fmt::join(index, ", "));
}

/// The columns that the longest label may take.
std::size_t label_width(const NamedValues& tensor) {
  const std::size_t rows = tensor.values.size() / axis_from_end(tensor, 1);
  return row_label(tensor, rows - 1, rows <= most_rows).size();
}

/// One way of writing numbers: all of a matrix alike.
struct Digits {
  int after_point = 4;
  bool scientific = false;

  std::string text(double value) const {
    if (!std::isfinite(value)) return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    return scientific ? fmt::format("{:.{}e}", value, after_point)
                      : fmt::format("{:.{}f}", value, after_point);
  }
  std::size_t widest(const std::vector<double>& values) const {
    std::size_t width = 1;
    for (const double value : values) width = std::max(width, text(value).size());
    return width;
  }
};

Digits digits_for(const std::vector<double>& values) {
  double largest = 0;
  bool whole = true;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    largest = std::max(largest, std::abs(value));
    whole = whole && value == std::round(value);
  }
  if (whole && largest < 1e9) return {.after_point = 0};
  if (largest >= 1e6 || (largest > 0 && largest < 1e-3)) return {.after_point = 3, .scientific = true};
  return {.after_point = largest >= 1e5 ? 2 : 4};
}

std::size_t columns_beside_indent(const Page& page) {
  const std::size_t width = page.terminal().width;
  return width > left_indent + 8 ? width - left_indent - 1 : 8;
}

std::size_t cells_that_fit(std::size_t columns, std::size_t taken, std::size_t cell) {
  return std::max<std::size_t>(1, (columns - std::min(columns, taken)) / (cell + 2));
}

/// The title, and cells right-aligned; a wrong one has * behind it.
std::vector<std::string> block_of(const NamedValues& tensor, const ShownCells& window,
                                  const std::string& title, Digits digits, const std::set<std::size_t>& wrong,
                                  bool labelled = true) {
  const std::size_t columns = axis_from_end(tensor, 1);
  std::vector<std::vector<std::string>> cells(window.rows);
  std::size_t width = 1, label_width = 0;
  for (std::size_t i = 0; i < window.rows; ++i) {
    cells[i].push_back(labelled ? row_label(tensor, window.first_row + i, window.first_row == 0) : "");
    label_width = std::max(label_width, cells[i][0].size());
    for (std::size_t j = 0; j < window.columns; ++j) {
      const std::size_t place = (window.first_row + i) * columns + window.first_column + j;
      cells[i].push_back(digits.text(tensor.values.at(place)) + (wrong.contains(place) ? "*" : " "));
      width = std::max(width, cells[i].back().size());
    }
  }
  std::vector<std::string> lines{title};
  if (window.first_column > 0)
    lines[0] += fmt::format(" […, {}–{}]", window.first_column, window.first_column + window.columns - 1);
  for (const std::vector<std::string>& row : cells) {
    std::string& line = lines.emplace_back(fmt::format("{:<{}}", row[0], label_width));
    for (std::size_t j = 1; j < row.size(); ++j)
      line += fmt::format("{:>{}}", row[j], width + (j > 1 ? 1 : 0));
    if (line.back() == ' ') line.pop_back();
    if (window.first_column + window.columns < columns) line += " …";
  }
  if ((window.first_row + window.rows) * columns < tensor.values.size()) lines.emplace_back("…");
  return lines;
}

/// Returns the line with all that has a * behind it in red.
std::string with_red_marks(const Page& page, const std::string& line) {
  static const std::regex marked(R"(\S+\*)");
  return std::regex_replace(line, marked, paint(page.terminal(), Paint::red, "$&"));
}

}  // namespace

std::string shape_text(const std::vector<int>& shape) {
  if (shape.empty()) return tr("one number");
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

std::size_t place_beside(const NamedValues& tensor, const FailedCase& failure) {
  if (!failure.expected || failure.expected->values.empty() || failure.wrong.empty()) return 0;
  const auto matrix_size = [](const NamedValues& t) { return axis_from_end(t, 1) * axis_from_end(t, 2); };
  const std::size_t in_result = matrix_size(*failure.expected),
                    in_tensor = std::max<std::size_t>(1, matrix_size(tensor));
  const bool as_many = tensor.values.size() / in_tensor == failure.expected->values.size() / in_result;
  return as_many ? *std::ranges::min_element(failure.wrong) / in_result * in_tensor : 0;
}

void show_tensor(Page& page, const NamedValues& tensor, std::size_t place) {
  const std::string space(left_indent, ' ');
  if (tensor.shape.empty() && tensor.values.size() == 1)
    return page.line(space + fmt::format("{} = {:g}", tensor.name, without_nan_sign(tensor.values[0])));
  const std::size_t columns = columns_beside_indent(page);
  const std::string title = fit_width(fmt::format("{} {}", tensor.name, shape_text(tensor.shape)), columns);
  if (tensor.values.empty()) return page.line(space + title);  // its shape has a 0 and says all
  const Digits digits = digits_for(tensor.values);
  const std::size_t most = cells_that_fit(columns, label_width(tensor), digits.widest(tensor.values));
  page.append(block_of(tensor, window_of(tensor, most, place), title, digits, {}), left_indent);
}

void show_comparison(Page& page, const NamedValues& expected, const NamedValues& got,
                     const std::vector<std::size_t>& wrong) {
  const std::set<std::size_t> bad(wrong.begin(), wrong.end());
  std::vector<double> all = expected.values;
  all.insert(all.end(), got.values.begin(), got.values.end());
  Digits digits = digits_for(all);
  const auto look_alike = [&](std::size_t i) {
    return i < expected.values.size() && i < got.values.size() &&
           digits.text(expected.values[i]) == digits.text(got.values[i]);
  };
  while (digits.after_point < 15 && std::ranges::any_of(bad, look_alike)) digits.after_point += 2;
  const std::size_t cell = digits.widest(all), columns = columns_beside_indent(page),
                    label = label_width(expected),
                    half = cells_that_fit((columns - 3) / 2, (label + 1) / 2, cell);
  const bool beside = half >= std::min<std::size_t>(4, axis_from_end(expected, 1));
  const ShownCells window = window_of(expected, beside ? half : cells_that_fit(columns, label, cell),
                                      bad.empty() ? 0 : *bad.begin());
  const std::vector<std::string> left = block_of(expected, window, tr("expected"), digits, {}),
                                 right = block_of(got, window, tr("yours"), digits, bad, !beside);
  std::size_t column = 0, width = 0;
  for (const std::string& line : left) column = std::max(column, printable_width(line) + 3);
  for (const std::string& line : right) width = std::max(width, printable_width(line));
  const bool fits = beside && column + width <= columns + 1;
  if (!fits) page.append(left, left_indent);
  for (std::size_t i = 0; i < left.size(); ++i)
    page.line(std::string(left_indent, ' ') + (fits ? pad_width(left[i], column) : "") +
              with_red_marks(page, right[i]));
}

}  // namespace heed
