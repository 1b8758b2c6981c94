// What a wrong program gives where an input has no influence: if that is right, the mistake lies in what is
// made of it.
#include <algorithm>
#include <cmath>
#include <set>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

namespace {

/// The case with that number everywhere in an input; none where it stands there already, or for ids.
std::optional<Inputs> filled(const Inputs& inputs, std::size_t at, double number) {
  if (at >= inputs.values.size()) return {};
  Value value = inputs.values[at].value;
  if (auto* t = std::get_if<Tensor>(&value)) {
    for (int n = 0; n < t->size(); ++n) t->flat(n) = number;
  } else if (auto* real = std::get_if<double>(&value)) {
    *real = number;
  } else if (auto* whole = std::get_if<int>(&value)) {
    *whole = static_cast<int>(number);
  } else {
    return {};
  }
  return with_value(inputs, at, value);
}

/// Numbers, not all alike, and no input unchanged: those come out of many a wrong program, too.
bool says_something(const Results& results, const Inputs& inputs, const Tensor& t) {
  const auto it_is = [&](const Input& input) { return results.equal(as_tensor(input.value), t); };
  if (std::ranges::any_of(inputs.values, it_is)) return false;
  const std::set<double> all(t.values().begin(), t.values().end());
  const bool finite = std::ranges::all_of(all, [](double x) { return std::isfinite(x); });
  return finite && (all.size() > 1 || (t.size() == 1 && *all.begin() != 0 && *all.begin() != 1));
}

}  // namespace

Pattern of_neutral_inputs(const Results& results, const std::string& output, const Implementation& reference,
                          const Answer& answer) {
  constexpr int small = 400;
  constexpr std::size_t most_cases = 6;
  if (!reference || !answer) return {};
  std::vector<const Inputs*> wrong;
  for (const Pair& pair : results.pairs()) {
    if (!results.equal(pair.right, pair.given) && numbers_of(*pair.inputs) <= small &&
        wrong.size() < most_cases)
      wrong.push_back(pair.inputs);
  }
  if (wrong.size() < 3) return {};
  Pattern fewest, leaves;
  for (const double number : {0.0, 1.0}) {
    Observation found{number == 0 ? "right_if_zero" : "right_if_one"};
    for (std::size_t at = 0; at < wrong.front()->values.size(); ++at) {
      std::vector<Inputs> asked;
      for (const Inputs* one : wrong)
        if (auto other = filled(*one, at, number)) asked.push_back(std::move(*other));
      if (asked.size() < 3) continue;
      const std::vector<CaseOutcome> right = outcomes_apart(reference, asked);
      if (right.size() != asked.size()) continue;
      const std::vector<CaseOutcome> given = answer(asked);
      bool holds = given.size() == asked.size();
      bool nothing = holds && number == 0 && !leaves, something = true;
      for (std::size_t i = 0; nothing && i < asked.size(); ++i) {
        const auto should = result_of(right[i], output), is = result_of(given[i], output);
        nothing = should && is && std::ranges::all_of(should->values(), [](double x) { return x == 0; }) &&
                  std::ranges::all_of(is->values(), [](double x) { return std::isfinite(x); });
        something = something && nothing &&
                    std::ranges::any_of(is->values(), [](double x) { return std::abs(x) > 1e-6; });
      }
      if (nothing && something) leaves = Observation{"zero_leaves", {wrong.front()->values[at].name}};
      for (std::size_t i = 0; holds && i < asked.size(); ++i) {
        const auto should = result_of(right[i], output), is = result_of(given[i], output);
        holds = should && is && says_something(results, asked[i], *should) && results.equal(*should, *is);
      }
      if (holds) found.names.push_back(wrong.front()->values[at].name);
    }
    // one or two tell enough: what is 1 everywhere hides more than what is 0
    const bool enough = fewest && (fewest->names.size() <= 2 || fewest->names.size() <= found.names.size());
    if (found.names.empty() || enough) continue;
    if (found.names.size() > 1) found.kind += "_any";
    fewest = found;
  }
  return fewest && (!leaves || fewest->names.size() <= 2) ? fewest : leaves;
}

}  // namespace heed::grading::patterns
