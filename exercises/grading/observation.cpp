#include "exercises/grading/observation.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace heed::grading {

namespace {

using Shape = std::vector<int>;
using Transform = std::function<Tensor(const Tensor&)>;

struct Pair {
  const Inputs* inputs;
  Tensor right, given;
};

/// All that came out, of one output.
class Results {
 public:
  Results(std::vector<Pair> pairs, Tolerance tolerance) : pairs_(std::move(pairs)), tolerance_(tolerance) {}

  const std::vector<Pair>& pairs() const { return pairs_; }

  bool close(double right, double given) const { return grading::close(right, given, tolerance_); }

  bool equal(const Tensor& a, const Tensor& b) const {
    if (a.shape() != b.shape()) return false;
    for (int i = 0; i < a.size(); ++i) {
      if (!close(a.flat(i), b.flat(i))) return false;
    }
    return true;
  }

  /// Whether every result is the right one, changed so.
  bool all(const Transform& change) const {
    return std::all_of(pairs_.begin(), pairs_.end(),
                       [&](const Pair& pair) { return equal(change(pair.right), pair.given); });
  }

  /// Whether there are so many numbers, not all alike, that a coincidence is out of the question.
  bool telling() const {
    int numbers = 0;
    for (const Pair& pair : pairs_) numbers += equal(pair.right, pair.given) ? 0 : pair.right.size();
    return numbers >= 3;
  }

 private:
  std::vector<Pair> pairs_;
  Tolerance tolerance_;
};

Transform each(double (*function)(double)) {
  return [function](const Tensor& t) {
    Tensor result = t;
    for (int i = 0; i < t.size(); ++i) result.flat(i) = function(t.flat(i));
    return result;
  };
}

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

std::optional<double> common_factor(const Results& results) {
  std::optional<double> factor;
  for (const Pair& pair : results.pairs()) {
    if (pair.right.shape() != pair.given.shape()) return {};
    for (int i = 0; i < pair.right.size() && !factor; ++i) {
      const double right = pair.right.flat(i), given = pair.given.flat(i);
      if (std::abs(right) > 1e-3 && std::isfinite(right) && std::isfinite(given)) factor = given / right;
    }
  }
  return factor;
}

std::optional<Observation> of_each_number(const Results& results) {
  if (const auto factor = common_factor(results);
      factor && *factor != 0 && results.all([&](const Tensor& t) { return t * *factor; })) {
    if (results.close(-1, *factor)) return Observation{"sign"};
    return Observation{"factor", {}, {*factor}};
  }
  const auto of_one = [&](const char* kind, double (*function)(double)) {
    return results.all(each(function)) ? std::optional(Observation{kind}) : std::nullopt;
  };
  for (const auto& [kind, function] : std::vector<std::pair<const char*, double (*)(double)>>{
           {"inverted", [](double x) { return 1 - x; }},
           {"reciprocal", [](double x) { return 1 / x; }},
           {"square", [](double x) { return x * x; }},
           {"root", [](double x) { return std::sqrt(x); }},
           {"logarithm", [](double x) { return std::log(x); }},
           {"exponential", [](double x) { return std::exp(x); }},
           {"truncated", [](double x) { return std::trunc(x); }},
           {"rounded", [](double x) { return std::round(x); }}}) {
    if (auto found = of_one(kind, function)) return found;
  }
  const Pair& first = results.pairs().front();
  if (first.right.size() == 0 || first.given.size() == 0) return {};
  const double offset = first.given.flat(0) - first.right.flat(0);
  if (std::isfinite(offset) && results.all([&](const Tensor& t) { return t + offset; }))
    return Observation{"offset", {}, {offset}};
  return {};
}

std::optional<Observation> of_places(const Results& results) {
  const int rank = results.pairs().front().right.rank();
  const bool one_rank = std::all_of(results.pairs().begin(), results.pairs().end(), [&](const Pair& p) {
    return p.right.rank() == rank && p.given.rank() == rank;
  });
  if (!one_rank || rank == 0) return {};
  std::vector<int> order(static_cast<std::size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  const std::vector<int> same = order;
  while (rank <= 4 && std::next_permutation(order.begin(), order.end())) {
    if (!results.all([&](const Tensor& t) { return permuted(t, order); })) continue;
    std::vector<double> axes;
    for (int a = 0; a < rank; ++a) {
      if (order[a] != a) axes.push_back(a);
    }
    if (axes.size() == 2 && axes[0] == rank - 2 && axes[1] == rank - 1) return Observation{"transposed"};
    return Observation{"axes", {}, axes};
  }
  const auto along = [&](int axis, const std::function<int(int, int)>& place) {
    return std::all_of(results.pairs().begin(), results.pairs().end(), [&](const Pair& p) {
      return p.right.shape() == p.given.shape() &&
             results.equal(moved(p.right, axis, place, p.given), p.given);
    });
  };
  for (int axis = rank - 1; axis >= 0; --axis) {
    const auto number = static_cast<double>(axis);
    // a shift says nothing where the axis is as short as that
    const bool long_enough = std::any_of(results.pairs().begin(), results.pairs().end(),
                                         [&](const Pair& p) { return p.right.dim(axis) > 2; });
    if (!long_enough) continue;
    if (along(axis, [](int i, int n) { return n - 1 - i; })) return Observation{"reversed", {}, {number}};
    if (along(axis, [](int i, int) { return i - 1; })) return Observation{"shifted", {}, {number, 1}};
    if (along(axis, [](int i, int n) { return i + 1 < n ? i + 1 : -1; }))
      return Observation{"shifted", {}, {number, -1}};
  }
  const bool same_numbers = std::all_of(results.pairs().begin(), results.pairs().end(), [&](const Pair& p) {
    std::vector<double> right = p.right.values(), given = p.given.values();
    if (right.size() != given.size() ||
        std::any_of(given.begin(), given.end(), [](double x) { return std::isnan(x); }))
      return false;
    std::sort(right.begin(), right.end());
    std::sort(given.begin(), given.end());
    return std::equal(right.begin(), right.end(), given.begin(),
                      [&](double a, double b) { return results.close(a, b); });
  });
  if (same_numbers) return Observation{"another_order"};
  return {};
}

/// Whether the result is one of the inputs, untouched.
std::optional<Observation> of_inputs(const Results& results) {
  for (const Input& input : results.pairs().front().inputs->values) {
    const bool it_is = std::all_of(results.pairs().begin(), results.pairs().end(), [&](const Pair& pair) {
      for (const Input& one : pair.inputs->values) {
        if (one.name == input.name) return results.equal(as_tensor(one.value), pair.given);
      }
      return false;
    });
    if (it_is) return Observation{"input", {input.name}};
  }
  return {};
}

bool all_of_given(const Results& results, const std::function<bool(const Pair&)>& holds) {
  return std::all_of(results.pairs().begin(), results.pairs().end(), holds);
}

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
  return std::all_of(all.begin(), all.end(), [&](double sum) { return results.close(1, sum); });
}

/// Of results whose rows should sum to 1 and do not.
std::optional<Observation> of_sums(const Results& results) {
  const Pair& first = results.pairs().front();
  const int rank = first.right.rank();
  if (rank == 0) return {};
  const auto rows = [&](const Pair& p) {
    return p.right.rank() == rank && p.right.shape() == p.given.shape() &&
           sum_to_one(results, p.right, rank - 1);
  };
  if (!all_of_given(results, rows)) return {};
  if (all_of_given(results, [&](const Pair& p) { return sum_to_one(results, p.given, rank - 1); })) return {};
  for (int axis = 0; axis + 1 < rank; ++axis) {
    if (all_of_given(results, [&](const Pair& p) { return sum_to_one(results, p.given, axis); }))
      return Observation{"sums_elsewhere", {}, {static_cast<double>(axis)}};
  }
  const auto whole = [&](const Pair& p) {
    return results.close(1, std::accumulate(p.given.values().begin(), p.given.values().end(), 0.0));
  };
  if (all_of_given(results, whole)) return Observation{"sums_over_all"};
  for (const Pair& pair : results.pairs()) {
    for (const double sum : sums(pair.given, rank - 1)) {
      if (std::isfinite(sum) && !results.close(1, sum)) return Observation{"no_sums", {}, {sum}};
    }
  }
  return {};
}

std::vector<double> index_of(int flat, const Shape& shape) {
  std::vector<double> index(shape.size());
  for (std::size_t a = shape.size(); a-- > 0; flat /= shape[a]) index[a] = flat % shape[a];
  return index;
}

std::optional<Observation> of_special_numbers(const Results& results) {
  for (const Pair& pair : results.pairs()) {
    if (pair.right.shape() != pair.given.shape()) continue;
    for (int i = 0; i < pair.given.size(); ++i) {
      if (results.close(pair.right.flat(i), pair.given.flat(i))) continue;
      if (std::isnan(pair.given.flat(i)))
        return Observation{"not_a_number", {}, index_of(i, pair.given.shape())};
      if (std::isinf(pair.given.flat(i))) return Observation{"infinite", {}, index_of(i, pair.given.shape())};
    }
  }
  return {};
}

std::optional<Observation> of_parts(const Results& results) {
  const auto same_shape = [](const Pair& p) {
    return p.right.shape() == p.given.shape() && p.right.size() > 0;
  };
  if (!all_of_given(results, same_shape)) return {};
  const auto alike = [&](const Pair& p) {
    return std::all_of(p.given.values().begin(), p.given.values().end(),
                       [&](double x) { return results.close(p.given.flat(0), x); });
  };
  const auto zero = [&](const Pair& p) { return alike(p) && p.given.flat(0) == 0; };
  if (all_of_given(results, zero)) return Observation{"zeros"};
  const bool more = std::any_of(results.pairs().begin(), results.pairs().end(),
                                [](const Pair& p) { return p.given.size() > 2; });
  if (more && all_of_given(results, alike)) return Observation{"constant"};
  // along the first axis that is longer than 1: what is right there?
  for (int axis = 0; axis < results.pairs().front().right.rank(); ++axis) {
    int long_ones = 0;
    const auto only = [&](bool first) {
      long_ones = 0;
      return all_of_given(results, [&](const Pair& p) {
        if (axis >= p.right.rank()) return false;
        const int length = p.right.dim(axis);
        int inner = 1;
        for (int a = axis + 1; a < p.right.rank(); ++a) inner *= p.right.dim(a);
        bool others_wrong = false;
        for (int n = 0; n < p.right.size(); ++n) {
          const bool here = n / inner % length == (first ? 0 : length - 1);
          const bool right = results.close(p.right.flat(n), p.given.flat(n));
          if (here && !right) return false;
          others_wrong = others_wrong || (!here && !right);
        }
        long_ones += length > 1;
        return length == 1 || others_wrong;
      });
    };
    for (const bool first : {true, false}) {
      if (only(first) && long_ones > 1)
        return Observation{first ? "first_only" : "last_only", {}, {static_cast<double>(axis)}};
    }
  }
  return {};
}

/// A property of the inputs that all right cases share and no wrong one has.
std::optional<Observation> of_cases(const std::vector<Inputs>& cases, const std::vector<bool>& right) {
  const auto rights = std::count(right.begin(), right.end(), true);
  if (rights < 2 || static_cast<std::size_t>(rights) + 2 > right.size()) return {};
  // the sizes of a case: its integers and the lengths of its tensors' axes
  const auto sizes = [](const Inputs& inputs) {
    std::vector<std::pair<std::string, double>> list;
    for (const Input& input : inputs.values) {
      const Tensor value = as_tensor(input.value);
      if (std::holds_alternative<int>(input.value)) list.emplace_back(input.name, value.flat(0));
      if (!std::holds_alternative<Tensor>(input.value)) continue;
      for (int axis = 0; axis < value.rank(); ++axis)
        list.emplace_back(fmt::format("{}.dim({})", input.name, axis), value.dim(axis));
    }
    return list;
  };
  std::vector<std::vector<std::pair<std::string, double>>> all;
  for (const Inputs& inputs : cases) all.push_back(sizes(inputs));
  for (const auto& one : all) {
    if (one.size() != all.front().size()) return {};
  }
  const auto separates =
      [&](const std::function<bool(const std::vector<std::pair<std::string, double>>&)>& property) {
        for (std::size_t i = 0; i < cases.size(); ++i) {
          if (property(all[i]) != right[i]) return false;
        }
        return true;
      };
  for (std::size_t a = 0; a < all.front().size(); ++a) {
    if (separates([&](const auto& list) { return list[a].second == 1; }))
      return Observation{"where_more", {all.front()[a].first}};
  }
  for (std::size_t a = 0; a < all.front().size(); ++a) {
    for (std::size_t b = a + 1; b < all.front().size(); ++b) {
      if (separates([&](const auto& list) { return list[a].second == list[b].second; }))
        return Observation{"where_equal", {all.front()[a].first, all.front()[b].first}};
    }
  }
  return {};
}

const Output* find(const CaseOutcome& outcome, const std::string& name) {
  const auto at = std::find_if(outcome.outputs.begin(), outcome.outputs.end(),
                               [&](const Output& o) { return o.name == name; });
  return at == outcome.outputs.end() || outcome.ending != Ending::finished ? nullptr : &*at;
}

}  // namespace

std::optional<Observation> observe(const std::vector<Inputs>& cases, const std::vector<CaseOutcome>& expected,
                                   const std::vector<CaseOutcome>& got, const std::string& output,
                                   Tolerance tolerance) {
  const auto unwritten = [](const CaseOutcome& outcome) { return outcome.ending == Ending::not_written; };
  if (got.size() != cases.size() || std::any_of(got.begin(), got.end(), unwritten)) return {};
  std::vector<Pair> pairs;
  std::vector<bool> right;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Comparison comparison = compare(expected[i], got[i], tolerance);
    right.push_back(got[i].ending == Ending::finished && comparison.failed == 0);
    const Output *should = find(expected[i], output), *is = find(got[i], output);
    if (should != nullptr && is != nullptr && should->purpose == Purpose::compared)
      pairs.push_back({&cases[i], should->value, is->value});
  }
  const auto of_the_cases = of_cases(cases, right);
  const Results results(std::move(pairs), tolerance);
  if (results.pairs().empty() || !results.telling()) return of_the_cases;
  for (const auto& look : {of_inputs, of_parts, of_each_number, of_places, of_sums}) {
    if (auto found = look(results)) return found;
  }
  if (of_the_cases) return of_the_cases;
  return of_special_numbers(results);
}

}  // namespace heed::grading
