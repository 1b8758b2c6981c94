// An input itself, and the right numbers of other inputs.
#include <algorithm>

#include "exercises/grading/name/observation.hpp"

namespace heed::grading::patterns {

namespace {

Input* input_of(Inputs& inputs, const std::string& name) {
  const auto at = std::ranges::find(inputs.values, name, &Input::name);
  return at == inputs.values.end() ? nullptr : &*at;
}

/// The case with zeros in the place of that input; unchanged where it is a size or ids: what is run with them
/// expects that they fit.
std::optional<Inputs> with_zeros(Inputs inputs, const std::string& name) {
  Input* input = input_of(inputs, name);
  if (input == nullptr) return {};
  if (Tensor* tensor = std::get_if<Tensor>(&input->value)) *tensor = Tensor(tensor->shape());
  if (double* number = std::get_if<double>(&input->value)) *number = 0;
  return inputs;
}

/// The case with the input `from` in the place of the input `at`, and the other way round if `both`; none
/// where they are no tensors of the same shape.
std::optional<Inputs> confused(Inputs inputs, const std::string& at, const std::string& from, bool both) {
  Input *here = input_of(inputs, at), *there = input_of(inputs, from);
  if (here == nullptr || there == nullptr) return {};
  Tensor *old = std::get_if<Tensor>(&here->value), *other = std::get_if<Tensor>(&there->value);
  if (old == nullptr || other == nullptr || old->shape() != other->shape()) return {};
  const Tensor before = *old;
  *old = *other;
  if (both) *other = before;
  return inputs;
}

}  // namespace

/// A result that is one of the inputs, untouched.
Pattern of_inputs(const Results& results) {
  for (const Input& input : results.pairs().front().inputs->values) {
    const bool it_is = results.all_of([&](const Pair& pair) {
      return std::ranges::any_of(pair.inputs->values, [&](const Input& one) {
        return one.name == input.name && results.equal(as_tensor(one.value), pair.given);
      });
    });
    if (it_is) return Observation{"input", {input.name}};
  }
  return {};
}

/// The right numbers of other inputs: one input left out, or taken for another.
Pattern of_other_inputs(const Results& results, const std::string& output, const Implementation& reference) {
  constexpr int large = 4000;  // numbers of a case: the reference is run many times
  if (!reference || !results.all_of([](const Pair& p) { return numbers_of(*p.inputs) <= large; })) return {};
  const auto explain = [&](const std::function<std::optional<Inputs>(const Inputs&)>& other_inputs) {
    int explained = 0;
    const auto fits = [&](const Pair& p) {
      const bool right = results.equal(p.right, p.given);
      const std::optional<Inputs> other = other_inputs(*p.inputs);
      if (!other || first_difference(*p.inputs, *other) == nullptr) return right;
      const CaseOutcome outcome = reference(*other);
      const Output* result = outcome.ending == Ending::finished ? find_output(outcome, output) : nullptr;
      const bool same = result != nullptr && results.equal(result->value, p.given);
      if (same && !right && all_finite(p.given)) explained += p.given.size();
      return same;
    };
    return results.all_of(fits) && explained >= 3;
  };
  std::vector<std::string> names;
  for (const Input& input : results.pairs().front().inputs->values) names.push_back(input.name);
  for (const std::string& name : names)
    if (explain([&](const Inputs& one) { return with_zeros(one, name); }))
      return Observation{"as_if_zero", {name}};
  for (const bool both : {true, false})
    for (std::size_t at = 0; at < names.size(); ++at)
      for (std::size_t from = both ? at + 1 : 0; from < names.size(); ++from)
        if (explain([&](const Inputs& one) { return confused(one, names[at], names[from], both); }))
          return Observation{both ? "as_if_exchanged" : "as_if_other", {names[at], names[from]}};
  return {};
}

}  // namespace heed::grading::patterns
