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

/// Each row right as a whole, or wrong: which of the first case that has both.
Pattern of_right_rows(const Results& results) {
  if (!results.same_shapes()) return {};
  int right = 0, wrong = 0;
  Pattern found;
  const bool holds = results.all_of([&](const Pair& p) {
    const int length = p.right.rank() < 2 ? 0 : p.right.dim(-1);
    if (length < 2) return p.right.rank() == 2;
    std::optional<int> good, bad;
    for (int start = 0; start < p.right.size(); start += length) {
      int here = 0;
      for (int n = start; n < start + length; ++n) here += !results.close(p.right.flat(n), p.given.flat(n));
      if (here > 0 && 3 * here < 2 * length) return false;
      (here == 0 ? right : wrong) += 1;
      std::optional<int>& one = here == 0 ? good : bad;
      if (!one) one = start / length;
    }
    if (!found && good && bad && p.right.rank() == 2)
      found = Observation{"right_rows", {p.inputs->label}, {double(*good), double(*bad)}};
    return true;
  });
  return holds && right >= 3 && wrong >= 3 ? found : Pattern();
}

/// Along an axis all is right up to an index, and hardly anything from there on, in every wrong case.
Pattern of_beginnings(const Results& results) {
  if (!results.same_shapes()) return {};
  for (int axis = 0; axis < results.pairs().front().right.rank(); ++axis) {
    std::vector<double> starts{static_cast<double>(axis)};
    const bool holds = results.all_of([&](const Pair& p) {
      if (axis >= p.right.rank()) return false;
      int start = p.right.dim(axis), wrong = 0, behind = 0;
      for (int n = 0; n < p.right.size(); ++n) {
        if (results.close(p.right.flat(n), p.given.flat(n))) continue;
        ++wrong;
        start = std::min(start, along(p.right, n, axis));
      }
      if (wrong == 0) return true;
      for (int n = 0; n < p.right.size(); ++n) behind += along(p.right, n, axis) >= start;
      if (starts.size() < 5) starts.push_back(start);
      return start > 0 && 3 * wrong >= 2 * behind;
    });
    if (holds && starts.size() > 2) return Observation{"right_up_to", {}, starts};
  }
  return {};
}

}  // namespace heed::grading::patterns
