// Numbers that stand elsewhere, other shapes, and the places where the wrong numbers stand.
#include <algorithm>
#include <numeric>

#include "exercises/grading/name/observation.hpp"

namespace heed::grading::patterns {

namespace {

/// The tensor whose axis a is axis order[a] of `t`.
Tensor permuted(const Tensor& t, const std::vector<int>& order) {
  const int rank = t.rank();
  Shape shape(t.shape().size()), stride(t.shape().size(), 1);
  for (int a = rank - 2; a >= 0; --a) stride[a] = stride[a + 1] * t.dim(a + 1);
  for (int a = 0; a < rank; ++a) shape[a] = t.dim(order[a]);
  Tensor result(shape);
  for (int n = 0; n < t.size(); ++n) {
    int left = n, from = 0;
    for (int a = rank - 1; a >= 0; left /= shape[a], --a) from += left % shape[a] * stride[order[a]];
    result.flat(n) = t.flat(from);
  }
  return result;
}

/// Another order of the axes in which the right results are those given; none for tensors of many axes.
std::optional<std::vector<int>> order_of_axes(const Results& results, int rank) {
  std::vector<int> order(static_cast<std::size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  while (rank <= 4 && std::next_permutation(order.begin(), order.end())) {
    if (results.all([&](const Tensor& t) { return permuted(t, order); })) return order;
  }
  return {};
}

/// Places of a result, as those where the column is after the row.
struct Region {
  std::string kind;
  std::vector<double> numbers;
  std::function<bool(const std::vector<double>& index, const Shape& shape)> contains;
  bool diagonal = false;
};

std::vector<Region> regions_of(std::size_t rank) {
  std::vector<Region> regions;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const auto number = static_cast<double>(axis);
    regions.push_back({"wrong_first", {number}, [=](auto& at, auto&) { return at[axis] == 0; }});
    regions.push_back(
        {"wrong_last", {number}, [=](auto& at, auto& shape) { return at[axis] == shape[axis] - 1; }});
  }
  if (rank < 2) return regions;
  const auto add = [&](const char* kind, bool (*inside)(double row, double column)) {
    regions.push_back({kind, {}, [=](auto& at, auto&) { return inside(at[rank - 2], at[rank - 1]); }, true});
  };
  add("wrong_diagonal", [](double row, double column) { return row == column; });
  add("wrong_above", [](double row, double column) { return column > row; });
  add("wrong_below", [](double row, double column) { return column < row; });
  return regions;
}

/// Says if several rows have right and wrong numbers, as a diagonal makes them.
bool cuts_rows(const Results& results) {
  int mixed = 0;
  for (const Pair& p : results.pairs()) {
    const int width = p.right.dim(-1);
    for (int start = 0; start < p.right.size(); start += width) {
      int wrong = 0;
      for (int n = start; n < start + width; ++n) wrong += !results.close(p.right.flat(n), p.given.flat(n));
      mixed += wrong > 0 && wrong < width;
    }
  }
  return mixed > 1;
}

/// Says if everything is right outside of the region, and hardly anything in it. Outside of it several
/// numbers must be expected: a 0 where a mask hides is right in many a wrong program.
bool lies_in(const Results& results, const Region& region) {
  int inside = 0, wrong = 0;
  std::vector<double> outside;
  for (const Pair& p : results.pairs()) {
    for (int n = 0; n < p.right.size(); ++n) {
      const bool bad = !results.close(p.right.flat(n), p.given.flat(n));
      const bool in = region.contains(index_of(n, p.right.shape()), p.right.shape());
      if (bad && !in) return false;
      inside += in;
      wrong += bad;
      if (!in) outside.push_back(p.right.flat(n));
    }
  }
  const bool varies = std::ranges::any_of(outside, [&](double x) { return x != outside.front(); });
  return varies && wrong >= 3 && outside.size() >= 3 && 3 * wrong >= 2 * inside;
}

/// The number of axes that all results have; 0 where they differ.
int common_rank(const Results& results) {
  const int rank = results.pairs().front().right.rank();
  const bool one =
      results.all_of([&](const Pair& p) { return p.right.rank() == rank && p.given.rank() == rank; });
  return one ? rank : 0;
}

}  // namespace

/// Another shape than the right one, around the same numbers.
Pattern of_shapes(const Results& results) {
  const bool same_numbers = results.all_of([&](const Pair& p) {
    return p.right.size() == p.given.size() && p.right.shape() != p.given.shape() &&
           results.equal(p.right.reshape(p.given.shape()), p.given);
  });
  return same_numbers ? Pattern(Observation{"reshaped"}) : Pattern();
}

/// Axes in another order.
Pattern of_places(const Results& results) {
  const int rank = common_rank(results);
  const auto order = order_of_axes(results, rank);
  if (!order) return {};
  std::vector<double> axes;
  for (int a = 0; a < rank; ++a)
    if ((*order)[a] != a) axes.push_back(a);
  if (axes.size() == 2 && axes[0] == rank - 2 && axes[1] == rank - 1) return Observation{"transposed"};
  return Observation{"axes", {}, axes};
}

/// A region outside of which everything is right, and in which hardly anything is.
Pattern of_regions(const Results& results) {
  const int rank = common_rank(results);
  if (rank == 0 || !results.same_shapes()) return {};
  for (const Region& region : regions_of(static_cast<std::size_t>(rank)))
    if ((!region.diagonal || cuts_rows(results)) && lies_in(results, region))
      return Observation{region.kind, {}, region.numbers};
  return {};
}

}  // namespace heed::grading::patterns
