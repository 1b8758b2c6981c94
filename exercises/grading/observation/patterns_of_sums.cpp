#include "exercises/grading/observation/patterns.hpp"

#include <algorithm>
#include <cmath>

namespace heed::grading::patterns {

namespace {

/// Sums along an axis, as a list.
std::vector<double> sums(const Tensor& t, int axis) {
  int inner = 1;
  for (int a = axis + 1; a < t.rank(); ++a) inner *= t.dim(a);
  std::vector<double> result(static_cast<std::size_t>(t.size() / std::max(1, t.dim(axis))));
  for (int n = 0; n < t.size(); ++n)
    result[static_cast<std::size_t>(n / (inner * t.dim(axis)) * inner + n % inner)] += t.flat(n);
  return result;
}

bool sum_to_one(const Results& results, const Tensor& t, int axis) {
  if (t.rank() <= axis || t.size() == 0) return false;
  const std::vector<double> all = sums(t, axis);
  return std::ranges::all_of(all, [&](double sum) { return results.close(1, sum); });
}

/// Whether rows should sum to 1 and do not.
bool sums_are_missing(const Results& results) {
  const int rank = results.pairs().front().right.rank();
  const auto rows = [&](const Pair& p) {
    return p.right.rank() == rank && p.right.shape() == p.given.shape() &&
           sum_to_one(results, p.right, rank - 1);
  };
  return rank > 0 && results.all_of(rows) &&
         !results.all_of([&](const Pair& p) { return sum_to_one(results, p.given, rank - 1); });
}

}  // namespace

/// Of results whose rows should sum to 1: what does so instead.
Pattern of_sums(const Results& results) {
  if (!sums_are_missing(results)) return {};
  const int rank = results.pairs().front().right.rank();
  for (int axis = 0; axis + 1 < rank; ++axis) {
    if (results.all_of([&](const Pair& p) { return sum_to_one(results, p.given, axis); }))
      return Observation{"sums_elsewhere", {}, {static_cast<double>(axis)}};
  }
  return {};
}

Pattern of_missing_sums(const Results& results) {
  const auto finite = [](const Pair& p) { return all_finite(p.given); };
  if (!sums_are_missing(results) || !results.all_of(finite)) return {};
  for (const Pair& pair : results.pairs()) {
    for (const double sum : sums(pair.given, pair.given.rank() - 1)) {
      if (!results.close(1, sum)) return Observation{"no_sums", {}, {sum}};
    }
  }
  return {};
}

Pattern of_special_numbers(const Results& results) {
  for (const Pair& pair : results.pairs()) {
    if (pair.right.shape() != pair.given.shape()) continue;
    for (int i = 0; i < pair.given.size(); ++i) {
      if (results.close(pair.right.flat(i), pair.given.flat(i))) continue;
      if (std::isnan(pair.given.flat(i)) && pair.given.rank() == 0) return Observation{"is_not_a_number"};
      if (std::isnan(pair.given.flat(i)))
        return Observation{"not_a_number", {}, index_of(i, pair.given.shape())};
      if (std::isinf(pair.given.flat(i)) && pair.given.rank() == 0) return Observation{"is_infinite"};
      if (std::isinf(pair.given.flat(i))) return Observation{"infinite", {}, index_of(i, pair.given.shape())};
    }
  }
  return {};
}

namespace {

/// Each wrong number, as right and given; nothing where they are fewer than 6, or one of them is NaN.
std::vector<std::pair<double, double>> wrong_numbers(const Results& results) {
  std::vector<std::pair<double, double>> wrong;
  if (!results.same_shapes()) return wrong;
  for (const Pair& pair : results.pairs()) {
    for (int i = 0; i < pair.right.size(); ++i) {
      const double right = pair.right.flat(i), given = pair.given.flat(i);
      if (results.close(right, given)) continue;
      if (std::isnan(given)) return {};
      wrong.emplace_back(right, given);
    }
  }
  if (wrong.size() < 6) wrong.clear();
  return wrong;
}

/// The first of these that holds for each wrong number.
Pattern first_of(const Results& results,
                 std::initializer_list<std::pair<Observation, bool (*)(double right, double given)>> kinds) {
  const auto wrong = wrong_numbers(results);
  for (const auto& [told, holds] : kinds) {
    const auto it = [&, holds = holds](const auto& one) { return holds(one.first, one.second); };
    if (!wrong.empty() && std::ranges::all_of(wrong, it)) return told;
  }
  return {};
}

}  // namespace

/// At least which side of the right numbers the wrong ones lie on.
Pattern of_sizes_of_numbers(const Results& results) {
  return first_of(
      results, {{Observation{"zero_instead"}, [](double, double given) { return given == 0; }},
                {Observation{"all_larger"}, [](double right, double given) { return given > right; }},
                {Observation{"all_smaller"}, [](double right, double given) { return !(given > right); }}});
}

}  // namespace heed::grading::patterns
