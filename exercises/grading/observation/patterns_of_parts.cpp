#include "exercises/grading/observation/patterns.hpp"

#include <algorithm>

namespace heed::grading::patterns {

Pattern of_parts(const Results& results) {
  if (!results.same_shapes()) return {};
  const auto alike = [&](const Pair& p) {
    return std::ranges::all_of(p.given.values(), [&](double x) { return results.close(p.given.flat(0), x); });
  };
  const auto zero = [&](const Pair& p) { return alike(p) && p.given.flat(0) == 0; };
  if (results.all_of(zero)) return Observation{"zeros"};
  const bool more = std::ranges::any_of(results.pairs(), [](const Pair& p) { return p.given.size() > 2; });
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
        int others = 0, others_wrong = 0;
        bool next_wrong = false;
        for (int n = 0; n < p.right.size(); ++n) {
          const int index = along(p.right, n, axis), from_end = first ? index : length - 1 - index;
          const bool right = results.close(p.right.flat(n), p.given.flat(n));
          if (from_end == 0 && !right) return false;
          others += from_end > 0;
          others_wrong += from_end > 0 && !right;
          next_wrong = next_wrong || (from_end == 1 && !right);
        }
        long_ones += length > 1;
        return length == 1 || (next_wrong && 3 * others_wrong >= 2 * others);
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
        const Tensor* whole = tensor_input(p, input.name);
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

}  // namespace heed::grading::patterns
