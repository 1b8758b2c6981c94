#include "exercises/grading/patterns.hpp"

#include <algorithm>

namespace heed::grading::patterns {

Pattern of_parts(const Results& results) {
  if (!results.same_shapes()) return {};
  const auto alike = [&](const Pair& p) {
    return std::all_of(p.given.values().begin(), p.given.values().end(),
                       [&](double x) { return results.close(p.given.flat(0), x); });
  };
  const auto zero = [&](const Pair& p) { return alike(p) && p.given.flat(0) == 0; };
  if (results.all_of(zero)) return Observation{"zeros"};
  const bool more = std::any_of(results.pairs().begin(), results.pairs().end(),
                                [](const Pair& p) { return p.given.size() > 2; });
  if (more && results.all_of(alike)) return Observation{"constant"};
  return {};
}

/// Along an axis, only its beginning or its end is right.
Pattern of_ends(const Results& results) {
  if (!results.same_shapes()) return {};
  // along the first axis that is longer than 1: what is right there?
  for (int axis = 0; axis < results.pairs().front().right.rank(); ++axis) {
    int long_ones = 0;
    const auto only = [&](bool first) {
      long_ones = 0;
      return results.all_of([&](const Pair& p) {
        if (axis >= p.right.rank()) return false;
        const int length = p.right.dim(axis);
        int inner = 1;
        for (int a = axis + 1; a < p.right.rank(); ++a) inner *= p.right.dim(a);
        int others = 0, others_wrong = 0;
        for (int n = 0; n < p.right.size(); ++n) {
          const bool here = n / inner % length == (first ? 0 : length - 1);
          const bool right = results.close(p.right.flat(n), p.given.flat(n));
          if (here && !right) return false;
          others += !here;
          others_wrong += !here && !right;
        }
        long_ones += length > 1;
        return length == 1 || 3 * others_wrong >= 2 * others;
      });
    };
    for (const bool first : {true, false}) {
      if (only(first) && long_ones > 1)
        return Observation{first ? "first_only" : "last_only", {}, {static_cast<double>(axis)}};
    }
  }
  return {};
}

/// Nothing but 0 at one end of the first axis, where it should not be, and there alone; more is wrong, too.
Pattern of_empty_ends(const Results& results) {
  if (!results.same_shapes()) return {};
  for (const bool first : {true, false}) {
    int telling = 0;
    const bool holds = results.all_of([&](const Pair& p) {
      const int length = p.right.rank() == 0 ? 0 : p.right.dim(0);
      if (length < 2) return true;
      const int inner = p.right.size() / length, end = first ? 0 : length - 1;
      const auto empty = [&](const Tensor& t, int row) {
        const auto begin = t.values().begin() + row * inner;
        return std::all_of(begin, begin + inner, [](double x) { return x == 0; });
      };
      bool more_wrong = false;
      for (int row = 0; row < length; ++row) {
        if (empty(p.given, row) != (row == end)) return false;
        for (int n = row * inner; row != end && n < (row + 1) * inner; ++n)
          more_wrong = more_wrong || !results.close(p.right.flat(n), p.given.flat(n));
      }
      if (!more_wrong || empty(p.right, end)) return false;
      ++telling;
      return true;
    });
    if (holds && telling > 1) return Observation{first ? "zero_first" : "zero_last"};
  }
  return {};
}

/// At the first or last index of the first axis, where it should not: an input as it is.
Pattern of_inputs_at_ends(const Results& results) {
  if (!results.same_shapes()) return {};
  for (const Input& input : results.pairs().front().inputs->values) {
    for (const bool first : {true, false}) {
      int telling = 0;
      const bool holds = results.all_of([&](const Pair& p) {
        const auto at = std::find_if(p.inputs->values.begin(), p.inputs->values.end(),
                                     [&](const Input& one) { return one.name == input.name; });
        const Tensor* whole = at == p.inputs->values.end() ? nullptr : std::get_if<Tensor>(&at->value);
        if (whole == nullptr || p.right.rank() < 2 || p.right.dim(0) < 2) return false;
        const Shape& shape = p.right.shape();
        if (!std::equal(shape.begin() + 1, shape.end(), whole->shape().begin(), whole->shape().end()))
          return false;
        const int size = whole->size(), start = first ? 0 : p.right.size() - size;
        int wrong = 0;
        for (int n = 0; n < size; ++n) {
          if (!results.close(whole->flat(n), p.given.flat(start + n))) return false;
          wrong += !results.close(p.right.flat(start + n), p.given.flat(start + n));
        }
        telling += wrong;
        return wrong > 0;
      });
      if (holds && telling >= 3) return Observation{first ? "first_is_input" : "last_is_input", {input.name}};
    }
  }
  return {};
}

namespace {

/// A set of places of a result: "where the column is after the row", "where the input mask is 0".
struct Region {
  std::string kind;
  std::vector<std::string> names;
  std::vector<double> numbers;
  std::function<bool(const Pair&, int)> contains;
};

int along(const Tensor& t, int flat, int axis) {
  return static_cast<int>(index_of(flat, t.shape())[static_cast<std::size_t>(axis)]);
}

std::vector<Region> regions_of(const Results& results) {
  std::vector<Region> regions;
  const Pair& first = results.pairs().front();
  // axes that all results have: some exercises take tensors of any rank
  int rank = first.right.rank();
  for (const Pair& pair : results.pairs()) rank = std::min(rank, pair.right.rank());
  const bool one_rank = results.all_of([&](const Pair& p) { return p.right.rank() == rank; });
  for (int axis = 0; axis < rank; ++axis) {
    const double number = axis;
    const auto add = [&](const char* kind, bool (*inside)(int, int)) {
      regions.push_back({kind, {}, {number}, [=](const Pair& p, int n) {
                           return inside(along(p.right, n, axis), p.right.dim(axis));
                         }});
    };
    add("wrong_first", [](int i, int) { return i == 0; });
    add("wrong_last", [](int i, int n) { return i == n - 1; });
    add("wrong_even", [](int i, int) { return i % 2 == 0; });
    add("wrong_odd", [](int i, int) { return i % 2 == 1; });
    add("wrong_first_half", [](int i, int n) { return 2 * i < n; });
    add("wrong_second_half", [](int i, int n) { return 2 * i >= n; });
  }
  if (rank >= 2 && one_rank) {
    const auto add = [&](const char* kind, bool (*inside)(int, int)) {
      regions.push_back({kind, {}, {}, [=](const Pair& p, int n) {
                           return inside(along(p.right, n, rank - 2), along(p.right, n, rank - 1));
                         }});
    };
    add("wrong_diagonal", [](int row, int column) { return row == column; });
    add("wrong_above", [](int row, int column) { return column > row; });
    add("wrong_below", [](int row, int column) { return column < row; });
    add("wrong_off_diagonal", [](int row, int column) { return row != column; });
  }
  for (std::size_t i = 0; i < first.inputs->values.size(); ++i) {
    const std::string& name = first.inputs->values[i].name;
    const auto add = [&](const char* kind, bool (*inside)(double)) {
      regions.push_back({kind, {name}, {}, [=](const Pair& p, int n) {
                           if (i >= p.inputs->values.size()) return false;
                           const Tensor* input = std::get_if<Tensor>(&p.inputs->values[i].value);
                           const double* value = input == nullptr ? nullptr : value_at(p, *input, n);
                           return value != nullptr && inside(*value);
                         }});
    };
    regions.push_back({"wrong_where_named", {name}, {}, [i](const Pair& p, int n) {
                         if (i >= p.inputs->values.size() || p.right.rank() == 0) return false;
                         const auto* ids = std::get_if<std::vector<int>>(&p.inputs->values[i].value);
                         if (ids == nullptr) return false;
                         const auto named = [ids](int row) {
                           return std::find(ids->begin(), ids->end(), row) != ids->end();
                         };
                         // where every row is named, the name says nothing
                         bool all = true;
                         for (int row = 0; row < p.right.dim(0); ++row) all = all && named(row);
                         return !all && named(along(p.right, n, 0));
                       }});
    add("wrong_where_zero", [](double x) { return x == 0; });
    add("wrong_where_not_zero", [](double x) { return x != 0; });
    add("wrong_where_negative", [](double x) { return x < 0; });
    add("wrong_where_positive", [](double x) { return x > 0; });
  }
  regions.push_back({"wrong_zeros", {}, {}, [](const Pair& p, int n) { return p.right.flat(n) == 0; }});
  regions.push_back({"zeros_right", {}, {}, [](const Pair& p, int n) { return p.right.flat(n) != 0; }});
  return regions;
}

/// Zeros where an input is not 0, and none where it is: the right ones have them the other way round.
Pattern of_masks(const Results& results) {
  for (const Input& input : results.pairs().front().inputs->values) {
    int shown = 0, hidden = 0;
    const bool inverted = results.all_of([&](const Pair& p) {
      const auto at = std::find_if(p.inputs->values.begin(), p.inputs->values.end(),
                                   [&](const Input& one) { return one.name == input.name; });
      const Tensor* mask = at == p.inputs->values.end() ? nullptr : std::get_if<Tensor>(&at->value);
      for (int n = 0; n < p.right.size(); ++n) {
        const double* keep = mask == nullptr ? nullptr : value_at(p, *mask, n);
        if (keep == nullptr || (*keep != 0) != (p.given.flat(n) == 0)) return false;
        if (*keep == 0 && p.right.flat(n) != 0) return false;
        (*keep == 0 ? hidden : shown) += 1;
      }
      return true;
    });
    if (inverted && hidden > 2 && shown > 2) return Observation{"mask_inverted", {input.name}};
  }
  return {};
}

}  // namespace

/// A region outside of which everything is right, and in which hardly anything is.
Pattern of_wrong_places(const Results& results) {
  if (!results.same_shapes()) return {};
  if (Pattern found = of_masks(results)) return found;
  for (const Region& region : regions_of(results)) {
    int inside = 0, wrong = 0, outside = 0;
    const bool holds = results.all_of([&](const Pair& p) {
      for (int n = 0; n < p.right.size(); ++n) {
        const bool bad = !results.close(p.right.flat(n), p.given.flat(n));
        const bool in = region.contains(p, n);
        if (bad && !in) return false;
        inside += in;
        outside += !in;
        wrong += bad;
      }
      return true;
    });
    if (holds && wrong >= 3 && outside >= 3 && 3 * wrong >= 2 * inside)
      return Observation{region.kind, region.names, region.numbers};
  }
  return {};
}

}  // namespace heed::grading::patterns
