// Results of rows and columns: a diagonal that is wrong, rows of zeros and ones that are counted.
#include <algorithm>
#include <cstdlib>
#include <set>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

namespace {

/// column − row of all wrong numbers; none if they differ, or nothing is wrong.
std::optional<int> diagonal_of(const Results& results, const Pair& pair) {
  std::set<int> diagonals;
  for (int n = 0; n < pair.right.size(); ++n) {
    const std::vector<double> index = index_of(n, pair.right.shape());
    if (!results.close(pair.right.flat(n), pair.given.flat(n)))
      diagonals.insert(static_cast<int>(index.back() - index[index.size() - 2]));
  }
  return diagonals.size() == 1 ? std::optional(*diagonals.begin()) : std::nullopt;
}

std::optional<double> size_of(const Inputs& inputs, const std::string& name) {
  for (const auto& [other, size] : sizes_of(inputs)) {
    if (other == name) return size;
  }
  return {};
}

std::string plus_text(const std::string& name, int more) {
  return more == 0 ? name : fmt::format("{} {} {}", name, more < 0 ? "−" : "+", std::abs(more));
}

}  // namespace

/// All that is wrong lies on one diagonal, column − row being the same number in all cases, or ± an integer
/// of the inputs plus −1, 0 or 1.
Pattern of_diagonals(const Results& results) {
  if (!results.same_shapes()) return {};
  std::vector<std::pair<const Inputs*, int>> wrong;
  const bool holds = results.all_of([&](const Pair& p) {
    if (p.right.rank() < 2) return false;
    const std::optional<int> diagonal = diagonal_of(results, p);
    if (diagonal) wrong.emplace_back(p.inputs, *diagonal);
    return diagonal || results.equal(p.right, p.given);
  });
  if (!holds || wrong.size() < 2) return {};
  const int first = wrong.front().second;
  const auto always = [&](const auto& diagonal) {
    return std::ranges::all_of(wrong, [&](const auto& one) { return diagonal(*one.first) == one.second; });
  };
  if (first != 0 && always([&](const Inputs&) { return std::optional<double>(first); }))
    return Observation{"wrong_on_diagonal", {std::to_string(first)}};
  // one diagonal alone lies somewhere from any size
  if (std::ranges::all_of(wrong, [&](const auto& one) { return one.second == first; })) return {};
  for (const auto& [name, size] : sizes_of(*wrong.front().first)) {
    for (const int sign : {1, -1}) {
      const int more = first - sign * static_cast<int>(size);
      const auto it = [&, &name = name](const Inputs& inputs) -> std::optional<double> {
        const std::optional<double> here = size_of(inputs, name);
        return here ? std::optional(sign * *here + more) : std::nullopt;
      };
      if (std::abs(more) <= 1 && always(it))
        return Observation{"wrong_on_diagonal", {plus_text((sign < 0 ? "−" : "") + name, more)}};
    }
  }
  return {};
}

/// Of results of zeros and ones: rows with as many ones as there should be zeros.
Pattern of_counted_ones(const Results& results) {
  if (!results.same_shapes()) return {};
  int unlike = 0;
  const bool holds = results.all_of([&](const Pair& p) {
    const int length = p.right.rank() == 0 ? 0 : p.right.dim(-1);
    if (length == 0) return false;
    for (int start = 0; start < p.right.size(); start += length) {
      int zeros = 0, ones = 0;
      for (int n = start; n < start + length; ++n) {
        const double right = p.right.flat(n), given = p.given.flat(n);
        if ((right != 0 && right != 1) || (given != 0 && given != 1)) return false;
        zeros += right == 0;
        ones += given == 1;
      }
      if (zeros != ones) return false;
      unlike += 2 * zeros != length;
    }
    return true;
  });
  return holds && unlike > 2 ? Pattern(Observation{"ones_for_zeros"}) : Pattern();
}

}  // namespace heed::grading::patterns
