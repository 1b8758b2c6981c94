#include <algorithm>
#include <array>
#include <cmath>

#include "exercises/grading/patterns.hpp"

namespace heed::grading::patterns {

namespace {

/// An input changed in a way that a wrong program may amount to.
struct Change {
  const char* kind;
  Tensor (*apply)(const Tensor&);
};

Tensor times(const Tensor& t, double factor) { return t * factor; }

/// What stands at the first or last index of an axis, times a factor.
Tensor end_times(Tensor t, int axis, bool last, double factor) {
  if (t.rank() == 0 || t.size() == 0) return t;
  const int length = t.dim(axis);
  const int inner = axis == 0 ? t.size() / length : 1;
  for (int n = 0; n < t.size(); ++n) {
    if (n / inner % length == (last ? length - 1 : 0)) t.flat(n) *= factor;
  }
  return t;
}

/// All of the first axis like its first.
Tensor like_first(const Tensor& before) {
  Tensor t = before;
  if (t.rank() < 2 || t.size() == 0) return t;
  const int slice = t.size() / t.dim(0);
  for (int n = slice; n < t.size(); ++n) t.flat(n) = t.flat(n % slice);
  return t;
}

Tensor backwards(const Tensor& before) {
  Tensor t = before;
  if (t.rank() == 0 || t.size() == 0) return t;
  const int slice = t.size() / t.dim(0);
  for (int n = 0; n < t.size(); ++n) t.flat(n) = before.flat((t.dim(0) - 1 - n / slice) * slice + n % slice);
  return t;
}

Tensor each(Tensor t, double (*function)(double)) {
  for (int n = 0; n < t.size(); ++n) t.flat(n) = function(t.flat(n));
  return t;
}

constexpr std::array changes{
    Change{"as_if_zero", [](const Tensor& t) { return times(t, 0); }},
    Change{"as_if_one", [](const Tensor& t) { return each(t, [](double) { return 1.0; }); }},
    Change{"as_if_doubled", [](const Tensor& t) { return times(t, 2); }},
    Change{"as_if_halved", [](const Tensor& t) { return times(t, 0.5); }},
    Change{"as_if_negative", [](const Tensor& t) { return times(t, -1); }},
    Change{"as_if_absolute", [](const Tensor& t) { return each(t, [](double x) { return std::abs(x); }); }},
    Change{"as_if_squared", [](const Tensor& t) { return each(t, [](double x) { return x * x; }); }},
    Change{"as_if_one_more", [](const Tensor& t) { return t + 1.0; }},
    Change{"as_if_one_less", [](const Tensor& t) { return t - 1.0; }},
    Change{"as_if_without_last", [](const Tensor& t) { return end_times(t, 0, true, 0); }},
    Change{"as_if_without_first", [](const Tensor& t) { return end_times(t, 0, false, 0); }},
    Change{"as_if_without_last_of_rows", [](const Tensor& t) { return end_times(t, t.rank() - 1, true, 0); }},
    Change{"as_if_without_first_of_rows",
           [](const Tensor& t) { return end_times(t, t.rank() - 1, false, 0); }},
    Change{"as_if_first_of_rows_twice", [](const Tensor& t) { return end_times(t, t.rank() - 1, false, 2); }},
    Change{"as_if_last_of_rows_twice", [](const Tensor& t) { return end_times(t, t.rank() - 1, true, 2); }},
    Change{"as_if_all_like_first", like_first},
    Change{"as_if_backwards", backwards},
};

/// The case with one input changed; none where nothing changes, or the input has no numbers to change.
std::optional<Inputs> changed(const Inputs& inputs, std::size_t at, const Change& change) {
  if (at >= inputs.values.size()) return {};
  const Value& value = inputs.values[at].value;
  Inputs result = inputs;
  if (std::holds_alternative<Tensor>(value)) result.values[at].value = change.apply(std::get<Tensor>(value));
  // sizes and ids stay as they are: the reference expects that they fit
  else if (std::holds_alternative<double>(value))
    result.values[at].value = change.apply(as_tensor(value)).flat(0);
  else
    return {};
  return first_difference(inputs, result) == nullptr ? std::nullopt : std::optional(result);
}

/// The case with the input `from` in the place of the input `at`, and the other way round if so; none where
/// they are no tensors of the same shape.
std::optional<Inputs> confused(const Inputs& inputs, std::size_t at, std::size_t from, bool both) {
  if (at >= inputs.values.size() || from >= inputs.values.size()) return {};
  const auto* old = std::get_if<Tensor>(&inputs.values[at].value);
  const auto* other = std::get_if<Tensor>(&inputs.values[from].value);
  if (old == nullptr || other == nullptr || old->shape() != other->shape()) return {};
  Inputs result = inputs;
  result.values[at].value = *other;
  if (both) result.values[from].value = *old;
  return first_difference(inputs, result) == nullptr ? std::nullopt : std::optional(result);
}

std::optional<Tensor> result_of(const CaseOutcome& outcome, const std::string& name) {
  if (outcome.ending != Ending::finished) return {};
  for (const Output& output : outcome.outputs) {
    if (output.name == name) return output.value;
  }
  return {};
}

int size_of(const Inputs& inputs) {
  int size = 0;
  for (const Input& input : inputs.values) size += as_tensor(input.value).size();
  return size;
}

}  // namespace

/// The right numbers, plus an input times one factor.
Pattern of_added_inputs(const Results& results) {
  if (!results.same_shapes()) return {};
  for (const Input& input : results.pairs().front().inputs->values) {
    std::optional<double> factor;
    int telling = 0;
    const bool holds = results.all_of([&](const Pair& p) {
      const auto at = std::find_if(p.inputs->values.begin(), p.inputs->values.end(),
                                   [&](const Input& one) { return one.name == input.name; });
      const Tensor* added = at == p.inputs->values.end() ? nullptr : std::get_if<Tensor>(&at->value);
      for (int n = 0; n < p.right.size(); ++n) {
        const double* value = added == nullptr ? nullptr : value_at(p, *added, n);
        if (value == nullptr) return false;
        const double difference = p.given.flat(n) - p.right.flat(n);
        if (!factor && std::abs(*value) > 1e-3) factor = difference / *value;
        if (!factor || *factor == 0 || !results.close(p.right.flat(n) + *factor * *value, p.given.flat(n)))
          return false;
        telling += *value != 0;
      }
      return true;
    });
    if (holds && telling >= 6 && std::isfinite(*factor))
      return Observation{"input_added", {input.name}, {*factor}};
  }
  return {};
}

/// The right numbers of other inputs: one input left out, doubled, without its last row, taken for another …
Pattern of_other_inputs(const Results& results, const std::string& output, const Implementation& reference) {
  constexpr int large = 4000;  // numbers of a case: the reference is run many times
  if (!reference || !results.all_of([](const Pair& p) { return size_of(*p.inputs) <= large; })) return {};
  const auto first = std::find_if(results.pairs().begin(), results.pairs().end(), [&](const Pair& p) {
    return p.right.size() > 0 && !results.equal(p.right, p.given);
  });
  if (first == results.pairs().end()) return {};
  const auto explain = [&](const std::function<std::optional<Inputs>(const Inputs&)>& other_inputs) {
    int explained = 0;
    const auto fits = [&](const Pair& p) {
      const std::optional<Inputs> other = other_inputs(*p.inputs);
      if (!other) return results.equal(p.right, p.given);
      const std::optional<Tensor> result = result_of(reference(*other), output);
      const bool same = result && results.equal(*result, p.given);
      explained += same && !results.equal(p.right, p.given) ? p.given.size() : 0;
      return same;
    };
    if (!fits(*first)) return false;
    explained = 0;
    return results.all_of(fits) && explained >= 3;
  };
  const std::vector<Input>& inputs = first->inputs->values;
  for (std::size_t at = 0; at < inputs.size(); ++at) {
    for (const Change& change : changes) {
      if (explain([&](const Inputs& one) { return changed(one, at, change); }))
        return Observation{change.kind, {inputs[at].name}};
    }
  }
  for (const bool both : {true, false}) {
    for (std::size_t at = 0; at < inputs.size(); ++at) {
      for (std::size_t from = both ? at + 1 : 0; from < inputs.size(); ++from) {
        if (explain([&](const Inputs& one) { return confused(one, at, from, both); }))
          return Observation{both ? "as_if_exchanged" : "as_if_other", {inputs[at].name, inputs[from].name}};
      }
    }
  }
  return {};
}

}  // namespace heed::grading::patterns
