// What the wrong numbers of a row differ by from the right ones: a multiple of an input.
#include <algorithm>
#include <cmath>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

namespace {

/// given − right = a · input + b, with other numbers a and b in each row.
bool moved_in_rows_by(const Results& results, const std::string& name) {
  int rows = 0, spare = 0;
  const bool holds = results.all_of([&](const Pair& p) {
    const int length = p.right.rank() < 2 ? 0 : p.right.dim(-1);
    const Tensor* input = tensor_input(p, name);
    for (int begin = 0; length > 0 && begin < p.right.size(); begin += length) {
      std::vector<double> x, d;
      double size = 0;
      for (int n = begin; n < begin + length; ++n) {
        const double* one = value_at(p, input, n);
        if (one == nullptr || !std::isfinite(*one) || !std::isfinite(p.given.flat(n))) return false;
        x.push_back(*one), d.push_back(p.given.flat(n) - p.right.flat(n));
        size = std::max(size, std::abs(p.given.flat(n)) + std::abs(p.right.flat(n)));
      }
      if (std::ranges::none_of(d, [&](double y) { return std::abs(y) > 1e-9 * size; })) continue;
      const auto [least, most] = std::ranges::minmax_element(x);
      const double width = *most - *least, largest = std::max(std::abs(*least), std::abs(*most));
      if (!(width > 1e-6 * largest)) return false;
      const double slope = (d[most - x.begin()] - d[least - x.begin()]) / width;
      const double start = d[least - x.begin()] - slope * *least;
      for (std::size_t n = 0; n < x.size(); ++n)
        if (!(std::abs(start + slope * x[n] - d[n]) <= 1e-9 * size + 1e-14 * std::abs(slope) * largest))
          return false;
      spare += length - 2, ++rows;
    }
    return length > 0;
  });
  return holds && rows >= 3 && spare >= 6;
}

}  // namespace

/// What is wrong in a row is a multiple of an input there, and one number more: something is subtracted, or
/// added, too often.
Pattern of_inputs_in_rows(const Results& results) {
  if (!results.same_shapes()) return {};
  for (const auto& [name, value] : results.pairs().front().inputs->values)
    if (std::holds_alternative<Tensor>(value) && moved_in_rows_by(results, name))
      return Observation{"rows_moved_by_line", {name}};
  return {};
}

}  // namespace heed::grading::patterns
