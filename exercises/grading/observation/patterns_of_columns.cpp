// Rows, columns and powers: what a formula makes of the numbers of a line, or of all numbers of a result.
#include <algorithm>
#include <cmath>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

namespace {

/// The numbers of one row, or of one column: at start, start + step, …
struct Line {
  int start, step, length;
};
using Lines = std::optional<std::vector<Line>>;  // nothing: a result without such lines

Lines rows_of(const Tensor& t) {
  if (t.rank() == 0 || t.dim(-1) == 0) return {};
  const int length = t.dim(-1);
  std::vector<Line> rows;
  for (int start = 0; start < t.size(); start += length) rows.push_back({start, 1, length});
  return rows;
}

Lines columns_of(const Tensor& t) {
  if (t.rank() < 2 || t.dim(-1) == 0) return {};
  const int columns = t.dim(-1), length = t.size() / columns;
  std::vector<Line> all;
  for (int column = 0; column < columns; ++column) all.push_back({column, columns, length});
  return all;
}

/// Whether no line but that one is wrong in any result, and there are others.
bool only_line(const Results& results, Lines (*lines_of)(const Tensor&),
               std::size_t (*which)(std::size_t lines)) {
  return results.all_of([&](const Pair& p) {
    const Lines lines = lines_of(p.right);
    if (!lines || lines->size() < 2) return false;
    for (std::size_t i = 0; i < lines->size(); ++i) {
      const Line& line = (*lines)[i];
      for (int n = 0; n < line.length && i != which(lines->size()); ++n) {
        const int at = line.start + n * line.step;
        if (!results.close(p.right.flat(at), p.given.flat(at))) return false;
      }
    }
    return true;
  });
}

/// Every line has a factor, or a number added to it, of its own, and many have several numbers. Not where the
/// first or the last is the only one that is wrong: that says more.
Pattern of_lines(const Results& results, Lines (*lines_of)(const Tensor&), const char* scaled,
                 const char* moved) {
  if (!results.same_shapes()) return {};
  if (only_line(results, lines_of, [](std::size_t) { return std::size_t{0}; }) ||
      only_line(results, lines_of, [](std::size_t lines) { return lines - 1; }))
    return {};
  const auto each_line = [&](const auto& fits) {
    int telling = 0;
    return results.all_of([&](const Pair& p) {
      const Lines lines = lines_of(p.right);
      return lines && std::ranges::all_of(*lines, [&](const Line& line) {
               telling += std::max(0, line.length - 1);
               return fits(p, line);
             });
    }) && telling > 5;
  };
  const auto fits = [&](const Pair& p, const Line& line, bool sum) {
    std::optional<double> one;
    for (int n = 0; n < line.length; ++n) {
      const int at = line.start + n * line.step;
      const double right = p.right.flat(at), given = p.given.flat(at);
      if (!one && (sum || std::abs(right) > divisible)) one = sum ? given - right : given / right;
      const double meant = !one ? right : sum ? right + *one : right * *one;
      if (!std::isfinite(given) || !results.close(meant, given)) return false;
    }
    return sum || one.value_or(1) != 0;
  };
  if (each_line([&](const Pair& p, const Line& line) { return fits(p, line, false); }))
    return Observation{scaled};
  if (each_line([&](const Pair& p, const Line& line) { return fits(p, line, true); }))
    return Observation{moved};
  return {};
}

}  // namespace

Pattern of_rows(const Results& results) { return of_lines(results, rows_of, "rows_scaled", "rows_moved"); }

/// A column: an index of the last axis.
Pattern of_columns(const Results& results) {
  return of_lines(results, columns_of, "columns_scaled", "columns_moved");
}

/// One power of every number, one factor and one number added; or one power of each row that is then made to
/// sum to 1, as the softmax of scores times that power.
Pattern of_powers(const Results& results) {
  if (!results.same_shapes()) return {};
  std::vector<std::pair<double, double>> numbers;
  bool positive = true;
  for (const Pair& p : results.pairs()) {
    for (int n = 0; n < p.right.size(); ++n) {
      const double right = p.right.flat(n), given = p.given.flat(n);
      if (!std::isfinite(right) || !std::isfinite(given)) return {};
      positive = positive && right > 0 && given > 0;
      numbers.emplace_back(right, given);
    }
  }
  if (numbers.size() < 4) return {};
  // given = slope · right + start through the two numbers that lie farthest apart
  const auto line =
      [&](const std::vector<std::pair<double, double>>& points) -> std::optional<std::pair<double, double>> {
    const auto [least, most] = std::ranges::minmax_element(points);
    if (most->first - least->first < 1e-3) return {};
    const double slope = (most->second - least->second) / (most->first - least->first);
    const double start = least->second - slope * least->first;
    int between = 0;
    for (const auto& [x, y] : points) {
      if (!grading::close(start + slope * x, y, {1e-8, 1e-10})) return {};
      between += std::abs(x - least->first) > 1e-3 && std::abs(x - most->first) > 1e-3;
    }
    return between < 2 ? std::nullopt : std::optional(std::pair(slope, start));
  };
  if (!positive) return {};
  std::vector<std::pair<double, double>> logarithms;
  for (const auto& [x, y] : numbers) logarithms.emplace_back(std::log(x), std::log(y));
  if (const auto found = line(logarithms); found && std::abs(found->second) < 1e-8)
    return Observation{"power", {}, {found->first}};
  std::optional<double> power;
  int rows = 0;
  for (const Pair& p : results.pairs()) {
    const int length = p.right.rank() == 0 ? 0 : p.right.dim(-1);
    if (length == 0) return {};
    for (int start = 0; start < p.right.size(); start += length) {
      double sum = 0;
      for (int n = start; n < start + length; ++n) sum += p.given.flat(n);
      if (!grading::close(1, sum, {1e-9, 0})) return {};
      for (int n = start + 1; n < start + length; ++n) {
        const double right = std::log(p.right.flat(n) / p.right.flat(start));
        const double given = std::log(p.given.flat(n) / p.given.flat(start));
        if (!power && std::abs(right) > 1e-3) power = given / right;
        if (!grading::close(power.value_or(1) * right, given, {1e-7, 1e-8})) return {};
        ++rows;
      }
    }
  }
  if (!power || rows < 3) return {};
  return Observation{"power_of_rows", {}, {*power}};
}

}  // namespace heed::grading::patterns
