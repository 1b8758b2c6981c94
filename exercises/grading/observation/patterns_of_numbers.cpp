#include <algorithm>
#include <array>
#include <cmath>

#include "exercises/grading/observation/functions.hpp"
#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

namespace {

std::optional<double> common_factor(const Results& results) {
  std::optional<double> factor;
  for (const Pair& pair : results.pairs()) {
    if (pair.right.shape() != pair.given.shape()) return {};
    for (int i = 0; i < pair.right.size() && !factor; ++i) {
      const double right = pair.right.flat(i), given = pair.given.flat(i);
      if (std::abs(right) > divisible && std::isfinite(right) && std::isfinite(given)) factor = given / right;
    }
  }
  return factor;
}

bool nearly_one(double factor) { return std::abs(factor - 1) <= 1e-6; }

}  // namespace

/// The same number everywhere.
Pattern of_constants(const Results& results) {
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

Pattern of_each_number(const Results& results) {
  if (const auto factor = common_factor(results); factor && *factor != 0 && !nearly_one(*factor) &&
                                                  results.all([&](const Tensor& t) { return t * *factor; })) {
    if (results.close(-1, *factor)) return Observation{"sign"};
    return Observation{"factor", {}, {*factor}};
  }
  constexpr std::pair<const char*, Tensor (*)(const Tensor&)> functions[]{
      {"1 − x", each<of_number::inverted>},   {"1 / x", each<of_number::reciprocal>},
      {"x²", each<of_number::square>},        {"√x", each<of_number::root>},
      {"log(x)", each<of_number::logarithm>}, {"exp(x)", each<of_number::exponential>},
      {"tanh(x)", each<of_number::tanh>},     {"1 / (1 + exp(−x))", each<of_number::sigmoid>},
      {"|x|", each<of_number::absolute>},     {"max(0, x)", each<of_number::positive>},
      {"round(x)", each<of_number::rounded>}};
  for (const auto& [text, function] : functions) {
    if (results.all(function)) return Observation{"function", {text}};
  }
  if (results.all(each<of_number::truncated>)) return Observation{"truncated"};
  const Pair& first = results.pairs().front();
  if (first.right.size() == 0 || first.given.size() == 0) return {};
  const double offset = first.given.flat(0) - first.right.flat(0);
  if (std::isfinite(offset) && results.all([&](const Tensor& t) { return t + offset; }))
    return Observation{"offset", {}, {offset}};
  return {};
}

namespace {

/// given / right, where that is one number all over the tensor; none otherwise.
std::optional<double> factor_of(const Results& results, const Pair& pair) {
  std::optional<double> factor;
  for (int i = 0; i < pair.right.size(); ++i) {
    const double right = pair.right.flat(i), given = pair.given.flat(i);
    if (!std::isfinite(right) || !std::isfinite(given)) return {};
    if (!factor && std::abs(right) > divisible) factor = given / right;
    if (factor && !results.close(right * *factor, given)) return {};
    if (!factor && !results.close(right, given)) return {};
  }
  return factor;
}

struct Function {
  const char* text;  // {} is the size
  double (*value)(double);
};
constexpr std::array forms{Function{"{}", [](double x) { return x; }},
                           Function{"1 / {}", [](double x) { return 1 / x; }},
                           Function{"√{}", [](double x) { return std::sqrt(x); }},
                           Function{"1 / √{}", [](double x) { return 1 / std::sqrt(x); }},
                           Function{"{}²", [](double x) { return x * x; }}};

/// The sizes of a case, and the products and quotients of two of them.
std::vector<std::pair<std::string, double>> sizes_and_products(const Pair& pair) {
  const Inputs& inputs = *pair.inputs;
  std::vector<std::pair<std::string, double>> list = sizes_of(inputs);
  for (const Input& input : inputs.values) {
    if (const auto* ids = std::get_if<std::vector<int>>(&input.value))
      list.emplace_back(input.name + ".size()", ids->size());
    if (const double* number = std::get_if<double>(&input.value)) {
      list.emplace_back(input.name, *number);
      list.emplace_back(fmt::format("(1 − {})", input.name), 1 - *number);
    }
  }
  const std::size_t single = list.size();
  for (std::size_t a = 0; a < single; ++a) {
    for (std::size_t b = a + 1; b < single; ++b)
      list.emplace_back(fmt::format("({} · {})", list[a].first, list[b].first),
                        list[a].second * list[b].second);
  }
  for (std::size_t a = 0; a < single; ++a) {
    for (std::size_t b = 0; b < single; ++b)
      if (a != b && list[b].second != 0)
        list.emplace_back(fmt::format("({} / {})", list[a].first, list[b].first),
                          list[a].second / list[b].second);
  }
  return list;
}

/// A size, or a product or a quotient of two, or one of those inverted, squared or under a root, that is this
/// number in each of the cases: "1 / √query.dim(1)".
std::optional<std::string> form_of(const std::vector<const Pair*>& cases,
                                   const std::vector<double>& numbers) {
  std::vector<std::vector<std::pair<std::string, double>>> sizes;
  for (const Pair* one : cases) sizes.push_back(sizes_and_products(*one));
  for (std::size_t s = 0; s < sizes.front().size(); ++s) {
    const std::string& name = sizes.front()[s].first;
    for (const Function& form : forms) {
      // it is among them the other way round
      if (std::string(form.text) == "1 / {}" && name.find(" / ") != std::string::npos) continue;
      const auto fits = [&](std::size_t i) {
        // by name: some cases have fewer inputs
        const auto at = std::ranges::find(sizes[i], name, &std::pair<std::string, double>::first);
        return at != sizes[i].end() && grading::close(form.value(at->second), numbers[i], {1e-7, 0});
      };
      std::size_t i = 0;
      while (i < cases.size() && fits(i)) ++i;
      if (i == cases.size()) return fmt::format(fmt::runtime(form.text), name);
    }
  }
  return {};
}

}  // namespace

/// One factor in each case, another in another: which size is it?
Pattern of_each_case(const Results& results) {
  if (!results.same_shapes()) return {};
  std::vector<double> factors;
  std::vector<const Pair*> speaking;
  for (const Pair& pair : results.pairs()) {
    const std::optional<double> factor = factor_of(results, pair);
    const bool silent = results.equal(pair.right, pair.given) && !factor;  // zeros
    if (!factor && !silent) return {};
    if (!factor) continue;
    factors.push_back(*factor);
    speaking.push_back(&pair);
  }
  if (factors.size() < 3 || std::ranges::all_of(factors, nearly_one)) return {};
  if (const auto form = form_of(speaking, factors)) return Observation{"factor_of_size", {*form}};
  // of single numbers any two have some factor between them
  if (std::ranges::count_if(speaking, [](const Pair* p) { return p->right.size() > 1; }) < 3) return {};
  // those of wrong cases tell more
  std::stable_partition(factors.begin(), factors.end(), [](double factor) {
    return !grading::close(1, factor, {1e-7, 0});
  });
  const auto zero_or_one = [](double factor) { return factor == 0 || grading::close(1, factor, {1e-7, 0}); };
  if (std::ranges::all_of(factors, zero_or_one)) return Observation{"zero_instead"};
  std::vector<double> different;  // the same one many times tells nothing
  for (const double factor : factors)
    if (std::ranges::none_of(different, [&](double known) {
          return grading::close(known, factor, {1e-7, 0});
        }))
      different.push_back(factor);
  if (different.size() > 4) different.resize(4);
  return Observation{"factor_of_case", {}, different};
}

/// The first wrong number that is NaN or infinite.
Pattern of_special_numbers(const Results& results) {
  for (const Pair& pair : results.pairs()) {
    if (pair.right.shape() != pair.given.shape()) continue;
    for (int i = 0; i < pair.given.size(); ++i) {
      if (results.close(pair.right.flat(i), pair.given.flat(i))) continue;
      if (std::isnan(pair.given.flat(i)) && pair.given.rank() == 0) return Observation{"is_not_a_number"};
      if (std::isnan(pair.given.flat(i)))
        return Observation{"not_a_number", {}, index_of(i, pair.given.shape())};
      if (std::isinf(pair.given.flat(i)) && pair.given.rank() == 0) return Observation{"is_infinite"};
      if (std::isinf(pair.given.flat(i))) return Observation{"infinite", {}, index_of(i, pair.given.shape())};
    }
  }
  return {};
}

}  // namespace heed::grading::patterns
