// What the wrong numbers of a row differ by from the right ones: a multiple of an input.
#include <algorithm>
#include <cmath>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

namespace {

/// What may stand beside the right number at a place of a result; none where there is no such thing.
using Other = std::function<std::optional<double>(const Pair&, int)>;

/// The input of that name.
Other input(const std::string& name) {
  return [name](const Pair& p, int n) {
    const double* number = value_at(p, tensor_input(p, name), n);
    return number == nullptr ? std::nullopt : std::optional(*number);
  };
}

/// An input, or exp of it, number by number.
struct Atom {
  std::string text;
  Other value;
};

std::vector<Atom> atoms_of(const Results& results) {
  std::vector<Atom> atoms;
  for (const auto& [name, held] : results.pairs().front().inputs->values) {
    if (!std::holds_alternative<Tensor>(held)) continue;
    const Other value = input(name);
    atoms.push_back({name, value});
    atoms.push_back({fmt::format("exp({})", name), [value](const Pair& p, int n) {
                       const std::optional<double> x = value(p, n);
                       return x ? std::optional(std::exp(*x)) : x;
                     }});
  }
  return atoms;
}

/// given − right = a · atom + b, with other numbers a and b in each row, or b = 0 in all.
bool moved_in_rows_by(const Results& results, const Other& atom, bool with_start) {
  int rows = 0, spare = 0;
  const bool holds = results.all_of([&](const Pair& p) {
    const int length = p.right.rank() < 2 ? 0 : p.right.dim(-1);
    for (int begin = 0; length > 0 && begin < p.right.size(); begin += length) {
      std::vector<double> x, d;
      double size = 0;
      for (int n = begin; n < begin + length; ++n) {
        const std::optional<double> one = atom(p, n);
        if (!one || !std::isfinite(*one) || !std::isfinite(p.given.flat(n))) return false;
        x.push_back(*one), d.push_back(p.given.flat(n) - p.right.flat(n));
        size = std::max(size, std::abs(p.given.flat(n)) + std::abs(p.right.flat(n)));
      }
      const auto [least, most] = std::ranges::minmax_element(x);
      const double width = with_start ? *most - *least : std::max(std::abs(*least), std::abs(*most));
      const bool wrong = std::ranges::any_of(d, [&](double y) { return std::abs(y) > 1e-9 * size; });
      if (!wrong) continue;
      const auto far = std::abs(*least) > std::abs(*most) ? least : most;
      if (!(width > 1e-6 * std::abs(*far))) return false;
      const double slope =
          with_start ? (d[most - x.begin()] - d[least - x.begin()]) / width : d[far - x.begin()] / *far;
      const double start = with_start ? d[least - x.begin()] - slope * *least : 0;
      for (std::size_t n = 0; n < x.size(); ++n)
        if (!(std::abs(start + slope * x[n] - d[n]) <= 1e-9 * size + 1e-14 * std::abs(slope * *far)))
          return false;
      spare += length - (with_start ? 2 : 1), ++rows;
    }
    return length > 0;
  });
  return holds && rows >= 3 && spare >= 6;
}

}  // namespace

/// What is wrong in a row is a multiple of an input there: something is subtracted, or added, too often.
Pattern of_inputs_in_rows(const Results& results) {
  if (!results.same_shapes()) return {};
  for (const bool with_start : {false, true}) {
    for (const Atom& atom : atoms_of(results))
      if (moved_in_rows_by(results, atom.value, with_start))
        return Observation{with_start ? "rows_moved_by_line" : "rows_moved_by_input", {atom.text}};
  }
  return {};
}

}  // namespace heed::grading::patterns
