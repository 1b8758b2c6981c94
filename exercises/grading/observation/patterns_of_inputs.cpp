#include <algorithm>

#include "exercises/grading/observation/input_changes.hpp"
#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

namespace {

using InputNames = std::vector<std::string>;

/// The case with these inputs changed; none where nothing changes, or one has no numbers to change.
std::optional<Inputs> with_changed(const Inputs& inputs, const InputNames& which, const Change& change) {
  Inputs result = inputs;
  for (const std::string& name : which) {
    const std::size_t at = place_of(inputs, name);
    if (at >= inputs.values.size()) return {};
    auto value = changed(inputs.values[at].value, change.apply);
    if (!value) return {};
    result.values[at].value = std::move(*value);
  }
  return first_difference(inputs, result) == nullptr ? std::nullopt : std::optional(result);
}

/// The tensors whose first axis is as long as that of the input `at` in every case, itself included.
InputNames as_long_as(const Results& results, const std::string& name) {
  const auto length = [](const Pair& pair, const std::string& of) {
    const Tensor* t = tensor_input(pair, of);
    return t == nullptr || t->rank() == 0 ? 0 : t->dim(0);
  };
  InputNames list;
  for (const Input& input : results.pairs().front().inputs->values) {
    const bool always =
        results.all_of([&](const Pair& pair) { return length(pair, input.name) == length(pair, name); });
    if (always && length(results.pairs().front(), name) > 1) list.push_back(input.name);
  }
  return list;
}

/// The case with the input `from` in the place of the input `at`, and the other way round if so; none where
/// they are no tensors of the same shape.
std::optional<Inputs> confused(const Inputs& inputs, const std::string& at, const std::string& from,
                               bool both) {
  const std::size_t here = place_of(inputs, at), there = place_of(inputs, from);
  const Tensor *old = tensor_input(inputs, here), *other = tensor_input(inputs, there);
  if (old == nullptr || other == nullptr || old->shape() != other->shape()) return {};
  Inputs result = inputs;
  result.values[here].value = *other;
  if (both) result.values[there].value = *old;
  return first_difference(inputs, result) == nullptr ? std::nullopt : std::optional(result);
}

}  // namespace

/// Finds a result that is one of the inputs, untouched.
Pattern of_inputs(const Results& results) {
  for (const Input& input : results.pairs().front().inputs->values) {
    const bool it_is = std::ranges::all_of(results.pairs(), [&](const Pair& pair) {
      for (const Input& one : pair.inputs->values) {
        if (one.name == input.name) return results.equal(as_tensor(one.value), pair.given);
      }
      return false;
    });
    if (it_is) return Observation{"input", {input.name}};
  }
  return {};
}

/// The right numbers of other inputs: one input left out, doubled, without its last row, taken for another …
Pattern of_other_inputs(const Results& results, const std::string& output, const Implementation& reference) {
  constexpr int large = 4000;  // numbers of a case: the reference is run many times
  if (!reference || !results.all_of([](const Pair& p) { return numbers_of(*p.inputs) <= large; })) return {};
  const auto first = std::ranges::find_if(
      results.pairs(), [&](const Pair& p) { return p.right.size() > 0 && !results.equal(p.right, p.given); });
  if (first == results.pairs().end()) return {};
  const auto explain = [&](const std::function<std::optional<Inputs>(const Inputs&)>& other_inputs) {
    int explained = 0;
    const auto fits = [&](const Pair& p) {
      const std::optional<Inputs> other = other_inputs(*p.inputs);
      if (!other) return results.equal(p.right, p.given);
      const CaseOutcome outcome = reference(*other);
      const std::optional<Tensor> result = result_of(outcome, output);
      const bool same = result && results.equal(*result, p.given) && results.others_fit(p, outcome);
      explained += same && !results.equal(p.right, p.given) && has_a_number(p.given) ? p.given.size() : 0;
      return same;
    };
    if (!fits(*first)) return false;
    explained = 0;
    return results.all_of(fits) && explained >= 3;
  };
  InputNames inputs;
  for (const Input& input : first->inputs->values) inputs.push_back(input.name);
  const auto because_of = [&](const InputNames& which, const Change& change) -> Pattern {
    if (!explain([&](const Inputs& one) { return with_changed(one, which, change); })) return {};
    Observation found{change.kind, which};
    if (change.text != nullptr) found.names.emplace_back(change.text);
    return found;
  };
  // the others whose first axis is as long, if this is the first of them
  const auto with_others = [&](const std::string& name) -> InputNames {
    InputNames all = as_long_as(results, name);
    return all.size() > 1 && all.front() == name ? all : InputNames();
  };
  for (const std::string& name : inputs) {
    const InputNames all = with_others(name);
    for (const Change& change : changes)
      if (Pattern found = because_of({name}, change)) return found;
    for (const Change& order : orders) {
      if (Pattern found = because_of({name}, order)) return found;
      if (!all.empty())
        if (Pattern found = because_of(all, order)) return found;
    }
  }
  for (const bool both : {true, false}) {
    for (std::size_t at = 0; at < inputs.size(); ++at) {
      for (std::size_t from = both ? at + 1 : 0; from < inputs.size(); ++from) {
        if (explain([&](const Inputs& one) { return confused(one, inputs[at], inputs[from], both); }))
          return Observation{both ? "as_if_exchanged" : "as_if_other", {inputs[at], inputs[from]}};
      }
    }
  }
  return {};
}

}  // namespace heed::grading::patterns
