#include "exercises/grading/observation/patterns.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::grading::patterns {

namespace {

/// Element by element the row-major index of the permuted tensor: axis a of the result is axis order[a].
Tensor permuted(const Tensor& t, const std::vector<int>& order) {
  const int rank = t.rank();
  Shape shape(t.shape().size()), stride(t.shape().size(), 1);
  for (int a = rank - 2; a >= 0; --a) stride[a] = stride[a + 1] * t.dim(a + 1);
  for (int a = 0; a < rank; ++a) shape[a] = t.dim(order[a]);
  Tensor result(shape);
  for (int n = 0; n < t.size(); ++n) {
    int left = n, from = 0;
    for (int a = rank - 1; a >= 0; --a) {
      from += left % shape[a] * stride[order[a]];
      left /= shape[a];
    }
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

/// result[i] = t[place(i, length)] along an axis; a place of −1 takes what `given` has there.
Tensor moved(const Tensor& t, int axis, const std::function<int(int, int)>& place, const Tensor& given) {
  int inner = 1;
  for (int a = axis + 1; a < t.rank(); ++a) inner *= t.dim(a);
  const int length = t.dim(axis);
  Tensor result = t;
  for (int n = 0; n < t.size(); ++n) {
    const int at = n / inner % length, from = place(at, length);
    result.flat(n) = from < 0 ? given.flat(n) : t.flat(n + (from - at) * inner);
  }
  return result;
}

}  // namespace

Pattern of_places(const Results& results) {
  const int rank = results.pairs().front().right.rank();
  const bool one_rank = std::ranges::all_of(
      results.pairs(), [&](const Pair& p) { return p.right.rank() == rank && p.given.rank() == rank; });
  if (!one_rank || rank == 0) return {};
  if (const auto order = order_of_axes(results, rank)) {
    std::vector<double> axes;
    for (int a = 0; a < rank; ++a)
      if ((*order)[a] != a) axes.push_back(a);
    if (axes.size() == 2 && axes[0] == rank - 2 && axes[1] == rank - 1) return Observation{"transposed"};
    return Observation{"axes", {}, axes};
  }
  const auto along = [&](int axis, const std::function<int(int, int)>& place) {
    return std::ranges::all_of(results.pairs(), [&](const Pair& p) {
      return p.right.shape() == p.given.shape() &&
             results.equal(moved(p.right, axis, place, p.given), p.given);
    });
  };
  for (int axis = rank - 1; axis >= 0; --axis) {
    const auto number = static_cast<double>(axis);
    // a shift says nothing where the axis is as short as that
    const bool long_enough =
        std::ranges::any_of(results.pairs(), [&](const Pair& p) { return p.right.dim(axis) > 2; });
    if (!long_enough) continue;
    if (along(axis, [](int i, int n) { return n - 1 - i; })) return Observation{"reversed", {}, {number}};
    if (along(axis, [](int i, int) { return i - 1; })) return Observation{"shifted", {}, {number, 1}};
    if (along(axis, [](int i, int n) { return i + 1 < n ? i + 1 : -1; }))
      return Observation{"shifted", {}, {number, -1}};
  }
  const bool same_numbers = std::ranges::all_of(results.pairs(), [&](const Pair& p) {
    std::vector<double> right = p.right.values(), given = p.given.values();
    if (right.size() != given.size() || std::ranges::any_of(given, [](double x) { return std::isnan(x); }))
      return false;
    std::ranges::sort(right);
    std::ranges::sort(given);
    return std::equal(right.begin(), right.end(), given.begin(),
                      [&](double a, double b) { return results.close(a, b); });
  });
  // in a single wrong case the order may be chance
  const auto wrong =
      std::ranges::count_if(results.pairs(), [&](const Pair& p) { return !results.equal(p.right, p.given); });
  return same_numbers && wrong > 1 ? Pattern(Observation{"another_order"}) : Pattern();
}

/// Another shape than the right one, around the same numbers.
Pattern of_shapes(const Results& results) {
  const auto same_numbers = [&](const Pair& p) {
    return p.right.size() == p.given.size() && p.right.shape() != p.given.shape() &&
           results.equal(p.right.reshape(p.given.shape()), p.given);
  };
  return results.all_of(same_numbers) ? Pattern(Observation{"reshaped"}) : Pattern();
}

}  // namespace heed::grading::patterns
