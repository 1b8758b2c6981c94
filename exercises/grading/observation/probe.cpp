// What both programs make of the first small wrong cases and of others of their kind, with one input changed
// at a time.
#include <algorithm>
#include <cmath>
#include <utility>

#include "exercises/grading/observation/probes.hpp"

namespace heed::grading::patterns {

namespace {

constexpr int most_rows = 6;  // of an axis, the first ones
constexpr int most_cases = 3, redrawn = 10;

/// Rows of probabilities, or their logarithms, each mixed with itself moved on by one place, those at one
/// index or all. (The same numbers in another order have the same entropy and the same norm.)
Tensor rows_mixed(const Tensor& before, int axis, int index) {
  Tensor t = before;
  const int length = t.dim(-1);
  const bool logarithms = std::ranges::any_of(before.values(), [](double x) { return x < 0; });
  const auto mixed = [&](double own, double next) {
    constexpr double share = 0.3;
    return logarithms ? std::log(share * std::exp(own) + (1 - share) * std::exp(next))
                      : share * own + (1 - share) * next;
  };
  for (int n = 0; n < t.size(); ++n)
    if (axis < 0 || along(t, n, axis) == index)
      t.flat(n) = mixed(before.flat(n), before.flat(n / length * length + (n + 1) % length));
  return t;
}

/// Other numbers of the same signs, each by a factor of its own; axis −1: everywhere.
Tensor varied(const Tensor& before, int axis, int index) {
  Tensor t = before;
  for (int n = 0; n < t.size(); ++n) {
    if (axis >= 0 && along(t, n, axis) != index) continue;
    const double factor = 1.07 + 0.04 * (n * 7 % 5);
    t.flat(n) = t.flat(n) == 0 ? factor - 1 : t.flat(n) * factor;
  }
  return t;
}

/// A case as it is, and after it the same with one input changed at a time.
struct Questions {
  std::vector<Inputs> inputs = {};
  std::vector<Probe> probes = {};  // one less
};

Questions questions_of(const Inputs& inputs, const Inputs& original, const Results& results) {
  Questions result{.inputs = {inputs}};
  for (std::size_t at = 0; at < inputs.values.size(); ++at) {
    if (holds_ids(results, inputs.values[at].name)) continue;
    // whether it may be changed is asked of the case that was drawn
    const auto* drawn = std::get_if<Tensor>(&original.values[at].value);
    if (const double* number = std::get_if<double>(&inputs.values[at].value);
        number != nullptr && *number != 0 && *number != 1) {
      result.probes.push_back({.name = inputs.values[at].name});
      result.inputs.push_back(inputs);
      result.inputs.back().values[at].value = *number * 0.93;
    }
    if (drawn == nullptr || drawn->size() == 0 || is_mask(*drawn)) continue;
    const bool free = changeable(*drawn);
    const Tensor& t = std::get<Tensor>(inputs.values[at].value);
    const auto add = [&](Probe probe, const Tensor& value) {
      probe.name = inputs.values[at].name;
      result.probes.push_back(probe);
      result.inputs.push_back(inputs);
      result.inputs.back().values[at].value = value;
    };
    const auto other = free ? varied : rows_mixed;
    add({}, other(t, -1, -1));
    if (free) add({.doubled = true}, t * 2.0);
    for (const int axis : axes_of(t)) {
      if (!free && axis == t.rank() - 1) continue;  // a row is moved as a whole
      for (int i = 0; i < t.dim(axis); ++i)
        if (i < most_rows || i == t.dim(axis) - 1)
          add({.axis = axis, .index = i, .length = t.dim(axis)}, other(t, axis, i));
    }
  }
  return result;
}

/// The result of that name, if it has the shape of the right one; otherwise none, and nothing is told.
const Tensor* of_shape(const CaseOutcome& outcome, const std::string& name, const Tensor& like) {
  const Output* output = output_of(outcome, name);
  return output != nullptr && output->value.shape() == like.shape() ? &output->value : nullptr;
}

}  // namespace

Moved moved_in(const Tensor& before, const Tensor& after, int axis, int index) {
  Moved result;
  for (int n = 0; n < before.size(); ++n) {
    if (axis >= 0 && along(before, n, axis) != index) continue;
    const double x = before.flat(n), y = after.flat(n);
    const bool finite = std::isfinite(x) && std::isfinite(y);
    result.any = result.any || (finite && !grading::close(x, y, {1e-6, 1e-9}));
    result.none = result.none && finite && grading::close(x, y, {1e-13, 1e-13});
  }
  return result;
}

std::vector<int> axes_of(const Tensor& t) {
  constexpr int most = 3;
  std::vector<int> axes;
  for (int axis = 0; axis < t.rank(); ++axis)
    if (t.rank() <= most || axis == 0 || axis + most > t.rank()) axes.push_back(axis);
  return axes;
}

std::vector<Probe> kinds_of(std::span<const ProbedCase> cases) {
  std::vector<Probe> kinds;
  for (const ProbedCase& one : cases) {
    for (const Probe& probe : one.probes) {
      const auto same = [&](const Probe& other) {
        return other.name == probe.name && other.axis == probe.axis && other.doubled == probe.doubled;
      };
      if (std::ranges::none_of(kinds, same))
        kinds.push_back({.name = probe.name, .axis = probe.axis, .doubled = probe.doubled});
    }
  }
  return kinds;
}

std::vector<ProbedCase> probe(const Results& results, const std::string& output,
                              const Implementation& reference, const Answer& answer) {
  std::vector<ProbedCase> cases;
  std::vector<Questions> questions;
  std::vector<Inputs> asked;
  for (const Pair& pair : results.pairs()) {
    const auto same_label = [&](const ProbedCase& one) {
      return one.pair->inputs->label == pair.inputs->label;
    };
    if (static_cast<int>(cases.size()) == most_cases || numbers_of(*pair.inputs) > most_numbers ||
        std::ranges::any_of(cases, same_label) || pair.right.shape() != pair.given.shape() ||
        results.equal(pair.right, pair.given))
      continue;
    cases.push_back({.pair = &pair});
    std::vector<Inputs> drawn = redrawn_cases(*pair.inputs, redrawn);
    drawn.insert(drawn.begin(), *pair.inputs);
    for (Inputs& inputs : drawn) {
      for (std::size_t at = 0; at < inputs.values.size(); ++at)
        if (holds_ids(results, inputs.values[at].name)) inputs.values[at] = pair.inputs->values[at];
      questions.push_back(questions_of(inputs, *pair.inputs, results));
      asked.insert(asked.end(), questions.back().inputs.begin(), questions.back().inputs.end());
    }
  }
  const std::vector<CaseOutcome> answers = asked.empty() ? std::vector<CaseOutcome>() : answer(asked);
  if (answers.size() != asked.size()) return {};
  std::size_t next = 0;
  for (std::size_t q = 0; q < questions.size(); ++q) {
    ProbedCase& one = cases[q / (redrawn + 1)];
    const bool original = q % (redrawn + 1) == 0;
    const Tensor& like = one.pair->right;
    const CaseOutcome right_before = reference(asked[next]);
    const CaseOutcome& given_before = answers[next++];
    const Tensor *right = of_shape(right_before, output, like), *given = of_shape(given_before, output, like);
    if (right == nullptr || given == nullptr) return {};
    if (original) one.steady = results.equal(one.pair->given, *given);
    for (Probe& probe : questions[q].probes) {
      const CaseOutcome right_after = reference(asked[next]);
      const Tensor *expected = of_shape(right_after, output, like),
                   *got = of_shape(answers[next++], output, like);
      if (expected == nullptr || got == nullptr) return {};
      probe.right = *expected, probe.given = *got;
      probe.right_before = *right, probe.given_before = *given;
    }
    (original ? one.probes : one.others.emplace_back()) = std::move(questions[q].probes);
  }
  return cases;
}

}  // namespace heed::grading::patterns
