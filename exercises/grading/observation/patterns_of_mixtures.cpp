// Every number a multiple of the right one plus a multiple of something else at its place.
#include <algorithm>
#include <cmath>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

namespace {

/// What may stand beside the right number at a place of a result; none where there is no such thing.
using Other = std::function<std::optional<double>(const Pair&, int)>;

struct Sum {
  double right, other;  // the multiples
};

/// The multiples by which all numbers of all cases come out, by least squares; none if they do not.
std::optional<Sum> sum_of(const Results& results, const Other& other) {
  double rr = 0, ro = 0, oo = 0, rg = 0, og = 0;
  for (const Pair& p : results.pairs()) {
    for (int n = 0; n < p.right.size(); ++n) {
      const std::optional<double> o = other(p, n);
      const double r = p.right.flat(n), g = p.given.flat(n);
      if (!o || !std::isfinite(r) || !std::isfinite(g) || !std::isfinite(*o)) return {};
      rr += r * r, ro += r * *o, oo += *o * *o, rg += r * g, og += *o * g;
    }
  }
  const double area = rr * oo - ro * ro;
  if (!(area > 1e-6 * rr * oo)) return {};
  const auto nice = [](double x) {
    const double few = std::round(x * 1e6) / 1e6;
    return std::abs(few - x) < 1e-8 ? few : x;
  };
  const Sum sum{nice((rg * oo - og * ro) / area), nice((og * rr - rg * ro) / area)};
  int numbers = 0;
  const bool holds = results.all_of([&](const Pair& p) {
    for (int n = 0; n < p.right.size(); ++n) {
      const double o = *other(p, n);
      if (!results.close(sum.right * p.right.flat(n) + sum.other * o, p.given.flat(n))) return false;
      numbers += o != 0 && p.right.flat(n) != 0;
    }
    return true;
  });
  return holds && numbers >= 8 && std::abs(sum.other) > 1e-6 ? std::optional(sum) : std::nullopt;
}

/// The mean of the numbers of the same row, or of the same column.
std::optional<double> mean(const Tensor& t, int flat, bool of_row) {
  if (t.rank() < (of_row ? 1 : 2) || t.dim(-1) == 0) return {};
  const int length = t.dim(-1), many = of_row ? length : t.size() / length;
  double sum = 0;
  for (int i = 0; i < many; ++i)
    sum += t.flat(of_row ? flat / length * length + i : i * length + flat % length);
  return sum / many;
}

}  // namespace

Pattern of_mixtures(const Results& results) {
  if (!results.same_shapes()) return {};
  for (const bool of_row : {true, false}) {
    const auto sum = sum_of(results, [&](const Pair& p, int n) { return mean(p.right, n, of_row); });
    if (sum) return Observation{of_row ? "with_row_mean" : "with_column_mean", {}, {sum->right, sum->other}};
  }
  for (const Input& input : results.pairs().front().inputs->values) {
    const auto sum = sum_of(results, [&](const Pair& p, int n) -> std::optional<double> {
      const auto at = std::ranges::find(p.inputs->values, input.name, &Input::name);
      const Tensor* whole = at == p.inputs->values.end() ? nullptr : std::get_if<Tensor>(&at->value);
      const double* value = whole == nullptr ? nullptr : value_at(p, *whole, n);
      return value == nullptr ? std::nullopt : std::optional(*value);
    });
    if (sum && std::abs(sum->right) < 1e-6)
      return Observation{"multiple_of_input", {input.name}, {sum->other}};
    if (sum) return Observation{"with_input", {input.name}, {sum->right, sum->other}};
  }
  return {};
}

}  // namespace heed::grading::patterns
