// What became of the numbers of each row.
#include <algorithm>
#include <cmath>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

namespace {

/// The numbers of a row, right and given.
struct Row {
  std::vector<double> right = {}, given = {};

  bool is_right(const Results& results) const {
    return std::ranges::equal(right, given, [&](double a, double b) { return results.close(a, b); });
  }
};

/// Those of a result, less a tensor that is added to each row, if there is one.
std::vector<Row> rows_of(const Pair& p, const Tensor* added = nullptr) {
  const int length = p.right.rank() == 0 ? 0 : p.right.dim(-1);
  std::vector<Row> rows(static_cast<std::size_t>(length == 0 ? 0 : p.right.size() / length));
  for (int n = 0; length > 0 && n < p.right.size(); ++n) {
    const double less = added == nullptr ? 0 : added->flat(n % added->size());
    Row& row = rows[static_cast<std::size_t>(n / length)];
    row.right.push_back(p.right.flat(n) - less), row.given.push_back(p.given.flat(n) - less);
  }
  return rows;
}

/// Whether no row but the first, or the last, is wrong in any result, and there are others: that says more.
bool only_end_is_wrong(const Results& results, bool last) {
  return results.all_of([&](const Pair& p) {
    const std::vector<Row> rows = rows_of(p);
    std::size_t wrong = 0;
    for (const Row& row : rows) wrong += !row.is_right(results);
    return rows.size() > 1 && wrong <= 1 &&
           (wrong == 0 || !(last ? rows.back() : rows.front()).is_right(results));
  });
}

/// Whether a row is the expected one times a factor of its own, which is not 0.
bool is_scaled(const Results& results, const Row& row) {
  std::optional<double> factor;
  for (std::size_t n = 0; n < row.right.size(); ++n) {
    if (!factor && std::abs(row.right[n]) > divisible) factor = row.given[n] / row.right[n];
    if (!std::isfinite(row.given[n]) || !results.close(row.right[n] * factor.value_or(1), row.given[n]))
      return false;
  }
  return factor != 0;
}

/// Whether every row has a factor of its own, and many have several numbers.
bool are_scaled(const Results& results, const std::function<std::vector<Row>(const Pair&)>& rows_of_pair) {
  std::size_t telling = 0;
  const bool holds = results.all_of([&](const Pair& p) {
    const std::vector<Row> rows = rows_of_pair(p);
    for (const Row& row : rows) telling += row.right.size() - 1;
    return !rows.empty() &&
           std::ranges::all_of(rows, [&](const Row& row) { return is_scaled(results, row); });
  });
  return holds && telling > 5;
}

}  // namespace

/// Every row has a factor of its own; or what comes there to an input, as to a bias.
Pattern of_rows(const Results& results) {
  if (!results.same_shapes() || only_end_is_wrong(results, false) || only_end_is_wrong(results, true))
    return {};
  if (are_scaled(results, [](const Pair& p) { return rows_of(p); })) return Observation{"rows_scaled"};
  for (const Input& input : results.pairs().front().inputs->values) {
    const auto without_it = [&](const Pair& p) {
      const Tensor* added = tensor_input(p, input.name);
      const bool fits =
          added != nullptr && added->rank() == 1 && p.right.rank() > 0 && added->size() == p.right.dim(-1);
      return fits ? rows_of(p, added) : std::vector<Row>();
    };
    if (are_scaled(results, without_it)) return Observation{"change_rows_scaled", {input.name}};
  }
  return {};
}

}  // namespace heed::grading::patterns
