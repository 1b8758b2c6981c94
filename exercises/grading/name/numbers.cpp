// This file tells what became of each number.
#include <algorithm>
#include <array>
#include <cmath>

#include "exercises/grading/name/observation.hpp"

namespace heed::grading::patterns {

namespace {

/// given / right, where that is one number all over the tensor; none otherwise.
std::optional<double> factor_of(const Results& results, const Pair& pair) {
  constexpr double divisible = 1e-6;
  std::optional<double> factor;
  for (int i = 0; i < pair.right.size(); ++i) {
    const double right = pair.right.flat(i), given = pair.given.flat(i);
    if (!std::isfinite(right) || !std::isfinite(given)) return {};
    if (!factor && std::abs(right) > divisible) factor = given / right;
    if (!results.close(right * factor.value_or(1), given)) return {};
  }
  return factor;
}

bool nearly(double a, double b) { return grading::close(a, b, {1e-7, 0}); }

/// The sizes and real numbers of a case, and the quotients of two of them.
std::vector<std::pair<std::string, double>> sizes_and_quotients(const Inputs& inputs) {
  std::vector<std::pair<std::string, double>> list = sizes_of(inputs);
  for (const Input& input : inputs.values)
    if (const double* number = std::get_if<double>(&input.value)) list.emplace_back(input.name, *number);
  const std::size_t single = list.size();
  for (std::size_t a = 0; a < single; ++a)
    for (std::size_t b = 0; b < single; ++b)
      if (a != b && list[b].second != 0)
        list.emplace_back(fmt::format("({} / {})", list[a].first, list[b].first),
                          list[a].second / list[b].second);
  return list;
}

struct Function {
  const char* text;  // {} is the size
  double (*value)(double);
};
constexpr std::array forms{Function{"{}", [](double x) { return x; }},
                           Function{"1 / {}", [](double x) { return 1 / x; }},
                           Function{"√{}", [](double x) { return std::sqrt(x); }},
                           Function{"1 / √{}", [](double x) { return 1 / std::sqrt(x); }}};

/// A size, or a quotient of two, or one of those under a root, that is this number in each of the cases:
/// "1 / √query.dim(1)".
std::optional<std::string> form_of(const std::vector<const Inputs*>& cases,
                                   const std::vector<double>& numbers) {
  std::vector<std::vector<std::pair<std::string, double>>> sizes;
  for (const Inputs* one : cases) sizes.push_back(sizes_and_quotients(*one));
  for (const auto& [name, first] : sizes.front()) {
    for (const Function& form : forms) {
      const auto fits = [&, &name = name](std::size_t i) {
        const auto at = std::ranges::find(sizes[i], name, &std::pair<std::string, double>::first);
        return at != sizes[i].end() && nearly(form.value(at->second), numbers[i]);
      };
      std::size_t i = 0;
      while (i < cases.size() && fits(i)) ++i;
      if (i == cases.size()) return fmt::format(fmt::runtime(form.text), name);
    }
  }
  return {};
}

}  // namespace

/// The first wrong number that is NaN or infinite, if most wrong results have one.
Pattern of_special_numbers(const Results& results) {
  int with = 0, without = 0;
  for (const Pair& p : results.pairs())
    if (!results.equal(p.right, p.given)) ++(all_finite(p.given) ? without : with);
  if (with <= without) return {};
  for (const Pair& pair : results.pairs()) {
    if (pair.right.shape() != pair.given.shape()) continue;
    for (int i = 0; i < pair.given.size(); ++i) {
      const double given = pair.given.flat(i);
      if (std::isfinite(given) || results.close(pair.right.flat(i), given)) continue;
      const bool nan = std::isnan(given);
      if (pair.given.rank() == 0) return Observation{nan ? "is_not_a_number" : "is_infinite"};
      return Observation{nan ? "not_a_number" : "infinite", {}, index_of(i, pair.given.shape())};
    }
  }
  return {};
}

/// The same number everywhere.
Pattern of_constants(const Results& results) {
  if (!results.same_shapes()) return {};
  if (results.all_of([](const Pair& p) { return all_zero(p.given); })) return Observation{"zeros"};
  const bool alike = results.all_of(
      [&](const Pair& p) { return results.equal(Tensor::full(p.given.shape(), p.given.flat(0)), p.given); });
  const bool more = std::ranges::any_of(results.pairs(), [](const Pair& p) { return p.given.size() > 2; });
  return alike && more ? Pattern(Observation{"constant"}) : Pattern();
}

/// One factor in all cases.
Pattern of_one_factor(const Results& results) {
  if (!results.same_shapes()) return {};
  std::optional<double> factor;
  for (const Pair& pair : results.pairs())
    if (!factor) factor = factor_of(results, pair);
  constexpr double least = 1e-100;  // what is smaller comes from memory that is not the answer's own
  if (!factor || std::abs(*factor) < least || nearly(1, *factor)) return {};
  if (!results.all([&](const Tensor& t) { return t * *factor; })) return {};
  if (results.close(-1, *factor)) return Observation{"sign"};
  return Observation{"factor", {}, {*factor}};
}

/// One factor in each case, another in another: the size that it is.
Pattern of_a_factor_by_size(const Results& results) {
  if (!results.same_shapes()) return {};
  std::vector<double> factors;
  std::vector<const Inputs*> cases;
  for (const Pair& pair : results.pairs()) {
    const std::optional<double> factor = factor_of(results, pair);
    if (!factor && results.equal(pair.right, pair.given)) continue;  // zeros
    if (!factor) return {};
    factors.push_back(*factor);
    cases.push_back(pair.inputs);
  }
  if (factors.size() < 3 || std::ranges::all_of(factors, [](double f) { return nearly(1, f); })) return {};
  const auto form = form_of(cases, factors);
  return form ? Pattern(Observation{"factor_of_size", {*form}}) : Pattern();
}

}  // namespace heed::grading::patterns
