#include "tools/learn/show/matrix_view.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "lib/core/without_nan_sign.hpp"
#include "lib/report/width.hpp"
#include "tools/language/both.hpp"

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

std::size_t axis_of(const NamedValues& tensor, std::size_t axis) {
  return static_cast<std::size_t>(std::max(0, tensor.shape[axis]));
}

std::size_t start_of(std::size_t place, std::size_t shown, std::size_t all) {
  return place < shown ? 0 : std::min(place - shown / 2, all - shown);
}

/// At most 6 rows and `most_columns` columns around the element at the flat `place`; where the matrices are
/// few and small, a window for each.
std::vector<MatrixWindow> windows_of(const NamedValues& tensor, std::size_t most_columns, std::size_t place) {
  MatrixWindow window;
  const std::size_t rank = tensor.shape.size();
  if (rank >= 1) window.columns = axis_of(tensor, rank - 1);
  if (rank >= 2) window.rows = axis_of(tensor, rank - 2);
  const std::size_t in_matrix = std::max<std::size_t>(1, window.rows * window.columns),
                    columns = std::max<std::size_t>(1, window.columns);
  window.matrix = place / in_matrix;
  window.shown_rows = std::min(most_rows, window.rows);
  window.shown_columns = std::min(std::max<std::size_t>(1, most_columns), window.columns);
  window.first_row = start_of(place % in_matrix / columns, window.shown_rows, window.rows);
  window.first_column = start_of(place % columns, window.shown_columns, window.columns);
  std::size_t matrices = 1;
  for (std::size_t axis = 0; axis + 2 < rank; ++axis) matrices *= axis_of(tensor, axis);
  if (matrices < 2 || matrices > 4 || matrices * window.rows > most_rows) return {window};
  std::vector<MatrixWindow> all(matrices, window);
  for (std::size_t i = 0; i < matrices; ++i) all[i].matrix = i;
  return all;
}

/// " [0, 1]" or " [0, 1, 2–7, 4–9]": where the window lies, counted from 0; empty when it begins at the
/// start.
std::string place_text(const NamedValues& tensor, const MatrixWindow& window) {
  std::vector<std::string> places;
  std::size_t left = window.matrix;
  for (std::size_t axis = tensor.shape.size(); axis-- > 2;) {
    const std::size_t size = std::max<std::size_t>(1, axis_of(tensor, axis - 2));
    places.insert(places.begin(), std::to_string(left % size));
    left /= size;
  }
  const auto range = [](std::size_t first, std::size_t shown) {
    return fmt::format("{}–{}", first, first + shown - 1);
  };
  if (window.first_row + window.first_column > 0) {
    if (tensor.shape.size() > 1) places.push_back(range(window.first_row, window.shown_rows));
    places.push_back(range(window.first_column, window.shown_columns));
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

std::size_t room_of(const Look& look) {
  return look.terminal.width > left_indent + 8 ? look.terminal.width - left_indent - 1 : 8;
}

std::size_t columns_that_fit(std::size_t room, std::size_t cell) {
  return std::max<std::size_t>(1, room / (cell + 2));
}

struct Block {
  std::vector<std::string> plain, coloured;  // the same lines
  void add(const std::string& line, const std::string& painted) {
    plain.push_back(line);
    coloured.push_back(painted);
  }
};

/// Cells right-aligned; a wrong one has * behind it.
Block block_of(const NamedValues& tensor, const MatrixWindow& window, const std::string& title, Digits digits,
               const std::set<std::size_t>& wrong, const Look& look) {
  const auto cell = [&](std::size_t i, std::size_t j) {
    const std::size_t place = window.flat(i, j);
    return place < tensor.values.size() ? digits.text(tensor.values[place]) : "?";
  };
  std::size_t width = 1;
  for (std::size_t i = 0; i < window.shown_rows; ++i)
    for (std::size_t j = 0; j < window.shown_columns; ++j) width = std::max(width, cell(i, j).size());
  Block block;
  const std::string heading = fit_width(title, room_of(look));
  block.add(heading, paint(look, Paint::bold, heading));
  const bool cut = window.first_column + window.shown_columns < window.columns;
  for (std::size_t i = 0; i < window.shown_rows; ++i) {
    std::string plain, coloured;
    for (std::size_t j = 0; j < window.shown_columns; ++j) {
      const bool bad = wrong.contains(window.flat(i, j)), last = j + 1 == window.shown_columns;
      const std::string text = fmt::format("{:>{}}{}", cell(i, j), width + (j > 0 ? 1 : 0),
                                           bad    ? "*"
                                           : last ? ""
                                                  : " ");
      plain += text;
      coloured += bad ? paint(look, Paint::red, text) : text;
    }
    block.add(plain + (cut ? " …" : ""), coloured + (cut ? " …" : ""));
  }
  if (window.first_row + window.shown_rows < window.rows) block.add("…", "…");
  return block;
}

}  // namespace

std::string shape_text(const std::vector<int>& shape, Language language) {
  if (shape.empty()) return Bilingual{"one number", "수 하나"}.in(language);
  constexpr std::size_t most = 16;  // axes that anybody would read
  const std::size_t count = shape.size(), shown = std::min(count, most);
  const std::string axes = fmt::format("{}", fmt::join(shape.begin(), shape.begin() + shown, ", "));
  if (count <= most) return fmt::format("({}{})", axes, count == 1 ? "," : "");
  return both("({}, …: {} axes)", "({}, …: 축 {}개)", axes, count).in(language);
}

std::vector<int> index_of_first(const NamedValues& tensor, const std::vector<std::size_t>& wrong) {
  if (wrong.empty()) return {};
  std::size_t left = *std::min_element(wrong.begin(), wrong.end());
  std::vector<int> index(tensor.shape.size());
  for (std::size_t axis = tensor.shape.size(); axis-- > 0;) {
    const std::size_t size = std::max<std::size_t>(1, axis_of(tensor, axis));
    index[axis] = static_cast<int>(left % size);
    left /= size;
  }
  return index;
}

std::vector<std::string> matrix_lines(const NamedValues& tensor, const Look& look,
                                      const std::vector<int>& beside, const std::vector<int>& place) {
  const std::string space(left_indent, ' ');
  if (tensor.shape.empty() && tensor.values.size() == 1)
    return {space + fmt::format("{} = {:g}", tensor.name, without_nan_sign(tensor.values[0]))};
  const std::string name = fmt::format("{} {}", tensor.name, shape_text(tensor.shape, look.language));
  if (tensor.values.empty()) return {space + name};  // its shape has a 0 and says all
  const Digits digits = digits_for(tensor.values);
  std::size_t flat = 0;  // of the element at `place`, as far as the leading axes are the same
  for (std::size_t axis = 0; axis < tensor.shape.size(); ++axis) {
    const bool shared = axis + 2 < tensor.shape.size() && axis < place.size() && axis < beside.size() &&
                        beside[axis] == tensor.shape[axis];
    flat = flat * std::max<std::size_t>(1, axis_of(tensor, axis)) +
           static_cast<std::size_t>(shared ? place[axis] : 0);
  }
  std::vector<std::string> lines;
  const Look plain{look.language, {.width = look.terminal.width}};
  for (const MatrixWindow& window :
       windows_of(tensor, columns_that_fit(room_of(look), digits.widest(tensor.values)), flat)) {
    const std::string title =
        (lines.empty() ? name : std::string(name.size(), ' ')) + place_text(tensor, window);
    for (const std::string& line : block_of(tensor, window, title, digits, {}, plain).plain)
      lines.push_back(space + line);
  }
  return lines;
}

std::vector<std::string> comparison_lines(const NamedValues& expected, const NamedValues& got,
                                          const std::vector<std::size_t>& wrong, const Look& look) {
  const std::set<std::size_t> bad(wrong.begin(), wrong.end());
  std::vector<double> both = expected.values;
  both.insert(both.end(), got.values.begin(), got.values.end());
  Digits digits = digits_for(both);
  const auto looks_alike = [&](std::size_t i) {
    return i < expected.values.size() && i < got.values.size() &&
           digits.text(expected.values[i]) == digits.text(got.values[i]);
  };
  while (digits.after_point < 15 && std::ranges::any_of(bad, looks_alike)) digits.after_point += 2;
  const std::size_t cell = digits.widest(both), room = room_of(look),
                    half = columns_that_fit((room - 3) / 2, cell),
                    wanted = expected.shape.empty() ? 1 : static_cast<std::size_t>(expected.shape.back());
  const bool beside = half >= std::min<std::size_t>(4, wanted);
  const std::string space(left_indent, ' ');
  std::vector<std::string> lines;
  for (const MatrixWindow& window :
       windows_of(expected, beside ? half : columns_that_fit(room, cell), bad.empty() ? 0 : *bad.begin())) {
    const std::string where = place_text(expected, window);
    const auto block = [&](const NamedValues& tensor, const Bilingual& title,
                           const std::set<std::size_t>& marked) {
      return block_of(tensor, window, title.in(look.language) + where, digits, marked, look);
    };
    const Block left = block(expected, {"expected", "정답"}, {}),
                right = block(got, {"yours", "내 결과"}, bad);
    std::size_t column = 0, width = 0;
    for (const std::string& line : left.plain) column = std::max(column, printable_width(line) + 3);
    for (const std::string& line : right.plain) width = std::max(width, printable_width(line));
    if (beside && column + width <= room + 1) {
      for (std::size_t i = 0; i < left.plain.size(); ++i)
        lines.push_back(space + left.coloured[i] + std::string(column - printable_width(left.plain[i]), ' ') +
                        right.coloured[i]);
      continue;
    }
    for (const Block* one : {&left, &right})
      for (const std::string& line : one->coloured) lines.push_back(space + line);
  }
  return lines;
}

}  // namespace heed
