#include "tools/learn/show/matrix_view.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "lib/core/scalar.hpp"
#include "lib/core/without_nan_sign.hpp"
#include "lib/report/width.hpp"
#include "tools/language/both.hpp"
#include "tools/learn/show/matrix_window.hpp"
#include "tools/learn/text/page.hpp"

namespace heed {
namespace {

constexpr std::size_t left_indent = 4;

/// One way of writing numbers: all of a matrix alike.
struct Digits {
  int after_point = 4;
  bool scientific = false;
};

std::string number_text(double value, Digits digits) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return digits.scientific ? fmt::format("{:.{}e}", value, digits.after_point)
                           : fmt::format("{:.{}f}", value, digits.after_point);
}

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

std::vector<std::vector<std::string>> cells_of(const NamedValues& tensor, const Window& window,
                                               Digits digits) {
  std::vector<std::vector<std::string>> rows(window.shown_rows);
  for (std::size_t i = 0; i < window.shown_rows; ++i) {
    for (std::size_t j = 0; j < window.shown_columns; ++j) {
      const std::size_t place = window.flat(i, j);
      rows[i].push_back(place < tensor.values.size() ? number_text(tensor.values[place], digits) : "?");
    }
  }
  return rows;
}

std::size_t widest(const std::vector<std::vector<std::string>>& rows) {
  std::size_t width = 1;
  for (const auto& row : rows) {
    for (const std::string& cell : row) width = std::max(width, cell.size());
  }
  return width;
}

std::size_t room_of(const Look& look) {
  return look.terminal.width > left_indent + 8 ? look.terminal.width - left_indent - 1 : 8;
}

struct Block {
  std::vector<std::string> plain, coloured;  // the same lines
};

/// Cells right-aligned; a wrong one has * behind it.
Block block_of(const NamedValues& tensor, const Window& window, const std::string& title, Digits digits,
               const std::set<std::size_t>& wrong, const Look& look) {
  const auto rows = cells_of(tensor, window, digits);
  const std::size_t width = widest(rows);
  const std::string heading = fit_width(title, room_of(look));
  Block block{{heading}, {paint(look, Paint::bold, heading)}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::string plain, coloured;
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      const bool bad = wrong.contains(window.flat(i, j));
      const std::string cell = fmt::format("{:>{}}{}", rows[i][j], width + (j > 0 ? 1 : 0), bad ? "*" : " ");
      plain += cell;
      coloured += bad ? paint(look, Paint::red, cell) : cell;
    }
    if (plain.ends_with(' ')) {  // the place of the mark of the last cell
      plain.pop_back();
      coloured.pop_back();
    }
    const bool cut = window.first_column + window.shown_columns < window.columns;
    block.plain.push_back(plain + (cut ? " …" : ""));
    block.coloured.push_back(coloured + (cut ? " …" : ""));
  }
  if (window.first_row + window.shown_rows < window.rows) {
    block.plain.emplace_back("…");
    block.coloured.emplace_back("…");
  }
  return block;
}

std::size_t columns_that_fit(std::size_t room, std::size_t cell) {
  return std::max<std::size_t>(1, room / (cell + 2));
}

std::size_t width_of(const Block& block) {
  std::size_t width = 0;
  for (const std::string& line : block.plain) width = std::max(width, printable_width(line));
  return width;
}

}  // namespace

std::string shape_text(const std::vector<int>& shape, Language language) {
  if (shape.empty()) return Bilingual{"one number", "수 하나"}.in(language);
  constexpr std::size_t most = 16;  // axes that anybody would read
  const std::size_t count = shape.size(), shown = std::min(count, most);
  const std::string axes = fmt::format("{}", fmt::join(shape.begin(), shape.begin() + shown, ", "));
  if (count <= most) return fmt::format("({}{})", axes, count == 1 ? "," : "");
  return Bilingual{fmt::format("({}, …: {} axes)", axes, count), fmt::format("({}, …: 축 {}개)", axes, count)}
      .in(language);
}

std::vector<int> index_of_first(const NamedValues& tensor, const std::vector<std::size_t>& wrong) {
  if (wrong.empty()) return {};
  std::size_t left = *std::min_element(wrong.begin(), wrong.end());
  std::vector<int> index(tensor.shape.size());
  for (std::size_t axis = tensor.shape.size(); axis-- > 0;) {
    const auto size = static_cast<std::size_t>(std::max(1, tensor.shape[axis]));
    index[axis] = static_cast<int>(left % size);
    left /= size;
  }
  return index;
}

std::vector<std::string> matrix_lines(const NamedValues& tensor, const Look& look,
                                      const std::vector<int>& beside, const std::vector<int>& place) {
  const std::string space(left_indent, ' ');
  const Digits digits = digits_for(tensor.values);
  if (tensor.shape.empty() && tensor.values.size() == 1)
    return {space + fmt::format("{} = {:g}", tensor.name, without_nan_sign(tensor.values[0]))};
  const std::string name = fmt::format("{} {}", tensor.name, shape_text(tensor.shape, look.language));
  if (tensor.values.empty()) return {space + name};  // its shape has a 0 and says all
  std::size_t cell = 1;
  for (const double value : tensor.values) cell = std::max(cell, number_text(value, digits).size());
  std::size_t matrix = 0, elements = 1;
  for (std::size_t axis = 0; axis + 2 < tensor.shape.size(); ++axis) {
    const bool shared = axis < place.size() && axis < beside.size() && beside[axis] == tensor.shape[axis];
    matrix = matrix * static_cast<std::size_t>(tensor.shape[axis]) +
             static_cast<std::size_t>(shared ? place[axis] : 0);
  }
  for (std::size_t axis = std::max<std::size_t>(2, tensor.shape.size()) - 2; axis < tensor.shape.size();
       ++axis)
    elements *= static_cast<std::size_t>(std::max(1, tensor.shape[axis]));
  std::vector<std::string> lines;
  for (const Window& window : windows_of(tensor, columns_that_fit(room_of(look), cell), matrix * elements)) {
    const std::string title =
        (lines.empty() ? name : std::string(name.size(), ' ')) + place_text(tensor, window);
    const Block block =
        block_of(tensor, window, title, digits, {}, {look.language, {.width = look.terminal.width}});
    for (const std::string& line : block.coloured) lines.push_back(space + line);
  }
  return lines;
}

std::vector<std::string> comparison_lines(const NamedValues& expected, const NamedValues& got,
                                          const std::vector<std::size_t>& wrong, const Look& look) {
  const std::set<std::size_t> bad(wrong.begin(), wrong.end());
  const std::size_t place = bad.empty() ? 0 : *bad.begin();
  std::vector<double> both = expected.values;
  both.insert(both.end(), got.values.begin(), got.values.end());
  Digits digits = digits_for(both);
  const auto looks_alike = [&](std::size_t i) {
    return i < expected.values.size() && i < got.values.size() &&
           number_text(expected.values[i], digits) == number_text(got.values[i], digits);
  };
  while (digits.after_point < 15 && std::any_of(bad.begin(), bad.end(), looks_alike)) digits.after_point += 2;

  std::size_t cell = 1;
  for (const double value : both) cell = std::max(cell, number_text(value, digits).size());
  const std::size_t room = room_of(look);
  const bool beside =
      columns_that_fit((room - 3) / 2, cell) >=
      std::min<std::size_t>(4, expected.shape.empty() ? 1 : static_cast<std::size_t>(expected.shape.back()));
  std::vector<std::string> lines;
  for (const Window& window :
       windows_of(expected, columns_that_fit(beside ? (room - 3) / 2 : room, cell), place)) {
    const std::string where = place_text(expected, window);
    const Block left =
        block_of(expected, window, Bilingual{"expected", "정답"}.in(look.language) + where, digits, {}, look);
    const Block right =
        block_of(got, window, Bilingual{"yours", "내 결과"}.in(look.language) + where, digits, bad, look);

    const std::string space(left_indent, ' ');
    const std::size_t column = width_of(left) + 3;
    if (beside && column + width_of(right) <= room + 1) {
      for (std::size_t i = 0; i < left.plain.size(); ++i) {
        const std::string gap(column - printable_width(left.plain[i]), ' ');
        lines.push_back(space + left.coloured[i] + gap + right.coloured[i]);
      }
      continue;
    }
    for (const Block* block : {&left, &right}) {
      for (const std::string& line : block->coloured) lines.push_back(space + line);
    }
  }
  return lines;
}

}  // namespace heed
