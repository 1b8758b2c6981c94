#include "exercises/grading/run/compare.hpp"

#include <algorithm>
#include <cmath>

namespace heed::grading {

namespace {

/// The limit depends on the case, never on what a program says of it.
bool affordable(const Output& got, double at_most) {
  return got.value.size() == 1 && got.value.flat(0) <= at_most;
}

std::optional<Mismatch> compare_output(const Output& expected, const Output* got, Tolerance tolerance) {
  if (got == nullptr) return Mismatch{Difference::missing, expected.name, expected.value};
  if (expected.purpose == Purpose::measured) {
    if (affordable(*got, expected.at_most)) return {};
    return Mismatch{Difference::cost, expected.name, expected.value, got->value, {0}, expected.at_most};
  }
  if (expected.value.shape() != got->value.shape())
    return Mismatch{Difference::shape, expected.name, expected.value, got->value};
  std::vector<int> wrong;
  for (int i = 0; i < expected.value.size(); ++i) {
    if (!close(expected.value.flat(i), got->value.flat(i), tolerance)) wrong.push_back(i);
  }
  if (wrong.empty()) return {};
  return Mismatch{Difference::values, expected.name, expected.value, got->value, std::move(wrong)};
}

}  // namespace

bool has_costs(const std::vector<CaseOutcome>& outcomes) {
  return std::ranges::any_of(outcomes, [](const CaseOutcome& outcome) {
    return std::ranges::find(outcome.outputs, Purpose::measured, &Output::purpose) != outcome.outputs.end();
  });
}

const Output* find_output(const CaseOutcome& outcome, const std::string& name) {
  const auto at = std::ranges::find(outcome.outputs, name, &Output::name);
  return at == outcome.outputs.end() ? nullptr : &*at;
}

const Output* find_like(const CaseOutcome& outcome, const Output& other) {
  const Output* found = find_output(outcome, other.name);
  return found != nullptr && found->value.shape() == other.value.shape() ? found : nullptr;
}

bool close(double expected, double got, Tolerance tolerance) {
  if (std::isnan(expected) || std::isnan(got)) return std::isnan(expected) && std::isnan(got);
  if (std::isinf(expected) || std::isinf(got)) return expected == got;
  return std::abs(got - expected) <= tolerance.atol + tolerance.rtol * std::abs(expected);
}

Comparison compare(const CaseOutcome& expected, const CaseOutcome& got, Tolerance tolerance) {
  Comparison result;
  for (const Output& output : expected.outputs) {
    if (output.purpose == Purpose::shown) continue;
    ++result.checks;
    std::optional<Mismatch> mismatch = got.ending == Ending::finished
                                           ? compare_output(output, find_output(got, output.name), tolerance)
                                           : Mismatch{.kind = Difference::ending};
    if (!mismatch) continue;
    ++result.failed;
    if (!result.first) result.first = std::move(mismatch);
  }
  return result;
}

bool same(const CaseOutcome& expected, const CaseOutcome& got, Tolerance tolerance) {
  if (expected.ending != got.ending || expected.message != got.message ||
      expected.outputs.size() != got.outputs.size())
    return false;
  return std::ranges::all_of(expected.outputs, [&](const Output& output) {
    const Output* other = find_output(got, output.name);
    if (output.purpose == Purpose::shown) return true;
    if (other == nullptr) return false;
    if (output.purpose == Purpose::measured)
      return affordable(output, output.at_most) == affordable(*other, other->at_most);
    return !compare_output(output, other, tolerance);
  });
}

bool same_numbers(const CaseOutcome& expected, const CaseOutcome& got, Tolerance tolerance) {
  const Tolerance rounded{std::max(tolerance.rtol, 1e-6), std::max(tolerance.atol, 1e-9)};
  return std::ranges::all_of(expected.outputs, [&](const Output& output) {
    const Output* other = find_output(got, output.name);
    if (output.purpose != Purpose::compared || other == nullptr) return true;
    return output.value.shape() == other->value.shape() &&
           std::ranges::equal(output.value.values(), other->value.values(), [&](double a, double b) {
             return !std::isfinite(a) || !std::isfinite(b) || close(a, b, rounded);
           });
  });
}

}  // namespace heed::grading
