// Right numbers with an input added to them, or multiplied with it.
#include <algorithm>
#include <cmath>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

/// The right numbers, plus an input times one factor, or times another one in each case.
Pattern of_added_inputs(const Results& results) {
  if (!results.same_shapes()) return {};
  const auto added_with = [&](const Input& input, bool one_for_all) -> Pattern {
    std::optional<double> factor;
    int telling = 0;
    const bool holds = results.all_of([&](const Pair& p) {
      if (!one_for_all) factor.reset();
      const Tensor* added = tensor_input(p, input.name);
      for (int n = 0; n < p.right.size(); ++n) {
        const double* value = value_at(p, added, n);
        if (value == nullptr) return false;
        const double difference = p.given.flat(n) - p.right.flat(n);
        if (!factor && std::abs(*value) > 1e-3) factor = difference / *value;
        const bool none = one_for_all ? !factor || *factor == 0 : !factor;
        if (none || !results.close(p.right.flat(n) + *factor * *value, p.given.flat(n))) return false;
        // the first number of a case has given the factor
        telling +=
            *value != 0 && (one_for_all || (n > 0 && !results.close(p.right.flat(n), p.given.flat(n))));
      }
      return true;
    });
    if (!holds || telling < 6 || !std::isfinite(*factor)) return {};
    if (!one_for_all) return Observation{"input_added_in_each", {input.name}};
    return Observation{"input_added", {input.name}, {*factor}};
  };
  // where the right numbers are a multiple of the input, adding it says no more than a factor
  const auto multiple_of = [&](const Input& input) {
    return results.all_of([&](const Pair& p) {
      const Tensor* whole = tensor_input(p, input.name);
      std::optional<double> factor;
      for (int n = 0; n < p.right.size(); ++n) {
        const double* value = value_at(p, whole, n);
        if (value == nullptr) return false;
        if (!factor && std::abs(*value) > 1e-3) factor = p.right.flat(n) / *value;
        if (!results.close(p.right.flat(n), factor.value_or(0) * *value)) return false;
      }
      return true;
    });
  };
  for (const bool one_for_all : {true, false}) {
    for (const Input& input : results.pairs().front().inputs->values)
      if (Pattern found = added_with(input, one_for_all); found && !multiple_of(input)) return found;
  }
  return {};
}

namespace {

/// Whether the input's axes are the last of the result's: so a bias is added, in a square result as well.
bool fits_behind(const Tensor& input, const Tensor& result) {
  const Shape &part = input.shape(), &whole = result.shape();
  return !part.empty() && part.size() <= whole.size() &&
         std::equal(part.rbegin(), part.rend(), whole.rbegin());
}

/// All results without that input, which is added to each of them; none where it does not fit, or says
/// nothing.
std::optional<Results> without(const Results& results, const Input& input) {
  std::vector<Pair> pairs;
  int numbers = 0;
  for (const Pair& p : results.pairs()) {
    const Tensor* added = tensor_input(p, input.name);
    if (added == nullptr || !fits_behind(*added, p.right)) return {};
    Pair less = p;
    for (int n = 0; n < p.right.size(); ++n) {
      const double value = added->flat(n % added->size());
      if (!std::isfinite(value)) return {};
      less.right.flat(n) -= value;
      less.given.flat(n) -= value;
      numbers += std::abs(value) > 1e-3 && std::abs(less.right.flat(n)) > 1e-3;
    }
    pairs.push_back(std::move(less));
  }
  return numbers < 6 ? std::nullopt : std::optional(Results(std::move(pairs), results.tolerance()));
}

/// What one of these patterns says of the results without an input.
Pattern of_change(const Results& results, Pattern (*look)(const Results&),
                  std::initializer_list<const char*> kinds) {
  if (!results.same_shapes()) return {};
  for (const Input& input : results.pairs().front().inputs->values) {
    const std::optional<Results> less = without(results, input);
    const Pattern found = less ? look(*less) : Pattern();
    if (!found || std::ranges::find(kinds, found->kind) == kinds.end()) continue;
    return Observation{"change_" + found->kind, {input.name}, found->numbers};
  }
  return {};
}

}  // namespace

/// What comes to an input in the result, as to a bias or to an old parameter: it, and not the whole, is a
/// multiple of the right one.
Pattern of_changes_of_inputs(const Results& results) {
  if (Pattern found = of_change(results, of_each_number, {"factor", "sign"})) return found;
  return of_change(results, of_rows, {"rows_scaled"});
}

}  // namespace heed::grading::patterns
