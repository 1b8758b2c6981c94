#include "tools/learn/verdict_view.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>

#include "lib/core/without_nan_sign.hpp"
#include "lib/report/width.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

constexpr std::size_t left_indent = 4, most_rows = 6;

/// The part of a tensor that is shown: rows and columns of one matrix of it.
struct MatrixWindow {
  std::size_t matrix = 0;  // which of the matrices that the leading axes hold
  std::size_t rows = 1, columns = 1;
  std::size_t first_row = 0, shown_rows = 1;
  std::size_t first_column = 0, shown_columns = 1;
  std::size_t flat(std::size_t row, std::size_t column) const {
    return (matrix * rows + first_row + row) * columns + first_column + column;
  }
};

/// The size of an axis from the end; 1 where there is none.
std::size_t axis_from_end(const NamedValues& tensor, std::size_t axis) {
  const std::size_t rank = tensor.shape.size();
  return axis > rank ? 1 : static_cast<std::size_t>(std::max(0, tensor.shape[rank - axis]));
}

std::size_t start_of(std::size_t place, std::size_t shown, std::size_t all) {
  return place < shown ? 0 : std::min(place - shown / 2, all - shown);
}

/// At most 6 rows and `most_columns` columns around the element at the flat
/// `place`; where the matrices are few and small, a window for each.
std::vector<MatrixWindow> windows_of(const NamedValues& tensor, std::size_t most_columns, std::size_t place) {
  MatrixWindow window{.rows = axis_from_end(tensor, 2), .columns = axis_from_end(tensor, 1)};
  const std::size_t in_matrix = std::max<std::size_t>(1, window.rows * window.columns),
                    columns = std::max<std::size_t>(1, window.columns);
  window.matrix = place / in_matrix;
  window.shown_rows = std::min(most_rows, window.rows);
  window.shown_columns = std::min(std::max<std::size_t>(1, most_columns), window.columns);
  window.first_row = start_of(place % in_matrix / columns, window.shown_rows, window.rows);
  window.first_column = start_of(place % columns, window.shown_columns, window.columns);
  const std::size_t matrices = tensor.values.size() / in_matrix;
  if (matrices < 2 || matrices > 4 || matrices * window.rows > most_rows) return {window};
  std::vector<MatrixWindow> all(matrices, window);
  for (std::size_t i = 0; i < matrices; ++i) all[i].matrix = i;
  return all;
}

/// " [0, 1]" or " [0, 1, 2–7, 4–9]": where the window lies, counted from 0;
/// empty when it begins at the start.
std::string place_of_window(const NamedValues& tensor, const MatrixWindow& window) {
  std::vector<std::string> places;
  std::size_t left = window.matrix;
  for (std::size_t axis = 3; axis <= tensor.shape.size(); ++axis) {
    const std::size_t size = std::max<std::size_t>(1, axis_from_end(tensor, axis));
    places.insert(places.begin(), std::to_string(left % size));
    left /= size;
  }
  const auto range = [&](std::size_t first, std::size_t shown) {
    places.push_back(fmt::format("{}–{}", first, first + shown - 1));
  };
  if (window.first_row + window.first_column > 0) {
    if (tensor.shape.size() > 1) range(window.first_row, window.shown_rows);
    range(window.first_column, window.shown_columns);
  }
  return places.empty() ? "" : fmt::format(" [{}]", fmt::join(places, ", "));
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

std::size_t cells_that_fit(std::size_t columns, std::size_t cell) {
  return std::max<std::size_t>(1, columns / (cell + 2));
}

/// The title, and cells right-aligned; a wrong one has * behind it.
std::vector<std::string> block_of(const NamedValues& tensor, const MatrixWindow& window,
                                  const std::string& title, Digits digits,
                                  const std::set<std::size_t>& wrong) {
  const auto cell = [&](std::size_t i, std::size_t j) {
    const std::size_t place = window.flat(i, j);
    return place < tensor.values.size() ? digits.text(tensor.values[place]) : "?";
  };
  std::size_t width = 1;
  for (std::size_t i = 0; i < window.shown_rows; ++i)
    for (std::size_t j = 0; j < window.shown_columns; ++j) width = std::max(width, cell(i, j).size());
  std::vector<std::string> lines{title};
  for (std::size_t i = 0; i < window.shown_rows; ++i) {
    std::string& line = lines.emplace_back();
    for (std::size_t j = 0; j < window.shown_columns; ++j) {
      const bool bad = wrong.contains(window.flat(i, j)), last = j + 1 == window.shown_columns;
      const char* const behind = bad ? "*" : last ? "" : " ";
      line += fmt::format("{:>{}}{}", cell(i, j), width + (j > 0 ? 1 : 0), behind);
    }
    if (window.first_column + window.shown_columns < window.columns) line += " …";
  }
  if (window.first_row + window.shown_rows < window.rows) lines.emplace_back("…");
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

std::vector<int> index_of_first(const NamedValues& tensor, const std::vector<std::size_t>& wrong) {
  std::size_t left = wrong.empty() ? 0 : *std::ranges::min_element(wrong);
  std::vector<int> index(tensor.shape.size());
  for (std::size_t axis = 1; axis <= index.size(); ++axis) {
    const std::size_t size = std::max<std::size_t>(1, axis_from_end(tensor, axis));
    index[index.size() - axis] = static_cast<int>(left % size);
    left /= size;
  }
  return index;
}

void show_tensor(Page& page, const NamedValues& tensor, const std::vector<int>& beside,
                 const std::vector<int>& place) {
  const std::string space(left_indent, ' ');
  if (tensor.shape.empty() && tensor.values.size() == 1)
    return page.line(space + fmt::format("{} = {:g}", tensor.name, without_nan_sign(tensor.values[0])));
  const std::string name = fmt::format("{} {}", tensor.name, shape_text(tensor.shape));
  if (tensor.values.empty()) return page.line(space + name);  // its shape has a 0 and says all
  const std::size_t rank = tensor.shape.size();
  std::size_t flat = 0;  // of the element at `place`, as far as the leading axes are the same
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const bool shared =
        axis + 2 < rank && axis < std::min(place.size(), beside.size()) && beside[axis] == tensor.shape[axis];
    flat = flat * std::max<std::size_t>(1, axis_from_end(tensor, rank - axis)) +
           static_cast<std::size_t>(shared ? place[axis] : 0);
  }
  const Digits digits = digits_for(tensor.values);
  const std::size_t most = cells_that_fit(columns_beside_indent(page), digits.widest(tensor.values));
  std::string title = name;
  for (const MatrixWindow& window : windows_of(tensor, most, flat)) {
    title = fit_width(title + place_of_window(tensor, window), columns_beside_indent(page));
    page.append(block_of(tensor, window, title, digits, {}), left_indent);
    title = std::string(name.size(), ' ');
  }
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
                    half = cells_that_fit((columns - 3) / 2, cell);
  const bool beside = half >= std::min<std::size_t>(4, axis_from_end(expected, 1));
  for (const MatrixWindow& window :
       windows_of(expected, beside ? half : cells_that_fit(columns, cell), bad.empty() ? 0 : *bad.begin())) {
    const std::string where = place_of_window(expected, window);
    const std::vector<std::string> left = block_of(expected, window, tr("expected") + where, digits, {}),
                                   right = block_of(got, window, tr("yours") + where, digits, bad);
    std::size_t column = 0, width = 0;
    for (const std::string& line : left) column = std::max(column, printable_width(line) + 3);
    for (const std::string& line : right) width = std::max(width, printable_width(line));
    const bool fits = beside && column + width <= columns + 1;
    if (!fits) page.append(left, left_indent);
    for (std::size_t i = 0; i < left.size(); ++i)
      page.line(std::string(left_indent, ' ') + (fits ? pad_width(left[i], column) : "") +
                with_red_marks(page, right[i]));
  }
}

}  // namespace heed
