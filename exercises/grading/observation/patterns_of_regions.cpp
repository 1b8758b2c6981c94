// The places where the wrong numbers stand.
#include <algorithm>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

namespace {

/// A set of places of a result, as where the column is after the row.
struct Region {
  std::string kind;
  std::vector<double> numbers;
  std::function<bool(const Pair&, int)> contains;
  bool diagonal = false;  // along one, or beside it
};

std::vector<Region> regions_of(const Results& results) {
  std::vector<Region> regions;
  // axes that all results have: some exercises take tensors of any rank
  int rank = results.pairs().front().right.rank();
  for (const Pair& pair : results.pairs()) rank = std::min(rank, pair.right.rank());
  const bool one_rank = results.all_of([&](const Pair& p) { return p.right.rank() == rank; });
  for (int axis = 0; axis < rank; ++axis) {
    const double number = axis;
    const auto add = [&](const char* kind, bool (*inside)(int, int)) {
      regions.push_back({kind, {number}, [=](const Pair& p, int n) {
                           return inside(along(p.right, n, axis), p.right.dim(axis));
                         }});
    };
    add("wrong_first", [](int i, int) { return i == 0; });
    add("wrong_last", [](int i, int n) { return i == n - 1; });
  }
  if (rank >= 2 && one_rank) {
    const auto add = [&](const char* kind, bool (*inside)(int, int)) {
      regions.push_back({kind, {}, [=](const Pair& p, int n) {
                           return inside(along(p.right, n, rank - 2), along(p.right, n, rank - 1));
                         }});
      regions.back().diagonal = true;
    };
    add("wrong_diagonal", [](int row, int column) { return row == column; });
    add("wrong_above", [](int row, int column) { return column > row; });
    add("wrong_below", [](int row, int column) { return column < row; });
    add("wrong_off_diagonal", [](int row, int column) { return row != column; });
  }
  regions.push_back({"wrong_zeros", {}, [](const Pair& p, int n) { return p.right.flat(n) == 0; }});
  return regions;
}

/// Whether a diagonal goes through what is wrong, so that a row has right and wrong numbers: not where whole
/// rows are wrong, further down.
bool cuts_rows(const Results& results) {
  int mixed = 0;
  for (const Pair& p : results.pairs()) {
    const int width = p.right.rank() < 2 ? 0 : p.right.dim(-1);
    for (int start = 0; width > 1 && start < p.right.size(); start += width) {
      int wrong = 0;
      for (int n = start; n < start + width; ++n) wrong += !results.close(p.right.flat(n), p.given.flat(n));
      mixed += wrong > 0 && wrong < width;
    }
  }
  return mixed > 1;
}

/// Whether everything is right outside of the region, and hardly anything in it; and whether outside of it
/// not only one number is expected everywhere, as 0 where a mask hides: that is right in many a wrong
/// program.
bool lies_in(const Results& results, const Region& region) {
  if (region.diagonal && !cuts_rows(results)) return false;
  int inside = 0, wrong = 0, outside = 0;
  std::optional<double> constant;
  bool varies = false;
  const bool holds = results.all_of([&](const Pair& p) {
    for (int n = 0; n < p.right.size(); ++n) {
      const bool bad = !results.close(p.right.flat(n), p.given.flat(n));
      const bool in = region.contains(p, n);
      if (bad && !in) return false;
      inside += in;
      outside += !in;
      if (!in) {
        varies = varies || (constant && *constant != p.right.flat(n));
        constant = p.right.flat(n);
      }
      wrong += bad;
    }
    return true;
  });
  return holds && varies && wrong >= 3 && outside >= 3 && 3 * wrong >= 2 * inside;
}

}  // namespace

/// A region outside of which everything is right, and in which hardly anything is.
Pattern of_wrong_places(const Results& results) {
  if (!results.same_shapes()) return {};
  for (const Region& region : regions_of(results))
    if (lies_in(results, region)) return Observation{region.kind, {}, region.numbers};
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

}  // namespace heed::grading::patterns
