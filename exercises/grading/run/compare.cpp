#include "exercises/grading/run/compare.hpp"

#include <algorithm>
#include <cmath>

namespace heed::grading {

namespace {

bool is_checked(const Output& output) {
  return output.purpose == Purpose::compared || output.purpose == Purpose::measured;
}

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
  const auto at = std::find_if(outcome.outputs.begin(), outcome.outputs.end(),
                               [&](const Output& o) { return o.name == name; });
  return at == outcome.outputs.end() ? nullptr : &*at;
}

const Output* find_like(const CaseOutcome& outcome, const Output& other) {
  const Output* found = find_output(outcome, other.name);
  return found != nullptr && found->value.shape() == other.value.shape() ? found : nullptr;
}

Tolerance rounded(Tolerance tolerance) {
  return {std::max(tolerance.rtol, 1e-6), std::max(tolerance.atol, 1e-9)};
}

bool close(double expected, double got, Tolerance tolerance) {
  if (std::isnan(expected) || std::isnan(got)) return std::isnan(expected) && std::isnan(got);
  if (std::isinf(expected) || std::isinf(got)) return expected == got;
  return std::abs(got - expected) <= tolerance.atol + tolerance.rtol * std::abs(expected);
}

Comparison compare(const CaseOutcome& expected, const CaseOutcome& got, Tolerance tolerance) {
  Comparison result;
  for (const Output& output : expected.outputs) {
    if (!is_checked(output)) continue;
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

namespace {

/// Returns true if they ended in the same way, and each result of the one is that of the other; costs: both
/// within their limits, or both beyond.
template <typename Alike>
bool same_but(const CaseOutcome& expected, const CaseOutcome& got, const Alike& alike) {
  if (expected.ending != got.ending || expected.message != got.message ||
      expected.outputs.size() != got.outputs.size())
    return false;
  return std::all_of(expected.outputs.begin(), expected.outputs.end(), [&](const Output& output) {
    const Output* other = find_output(got, output.name);
    if (!is_checked(output)) return true;
    if (other == nullptr) return false;
    if (output.purpose == Purpose::measured)
      return affordable(output, output.at_most) == affordable(*other, other->at_most);
    return alike(output, *other);
  });
}

bool close_where_finite(const Output& a, const Output& b, Tolerance tolerance) {
  if (a.value.shape() != b.value.shape()) return false;
  for (int i = 0; i < a.value.size(); ++i) {
    const double one = a.value.flat(i), other = b.value.flat(i);
    if (std::isfinite(one) && std::isfinite(other) && !close(one, other, tolerance)) return false;
  }
  return true;
}

}  // namespace

bool same(const CaseOutcome& expected, const CaseOutcome& got, Tolerance tolerance) {
  return same_but(expected, got,
                  [&](const Output& a, const Output& b) { return !compare_output(a, &b, tolerance); });
}

bool same_where_finite(const CaseOutcome& expected, const CaseOutcome& got, Tolerance tolerance) {
  return same_but(expected, got,
                  [&](const Output& a, const Output& b) { return close_where_finite(a, b, tolerance); });
}

bool same_numbers(const CaseOutcome& expected, const CaseOutcome& got, Tolerance tolerance) {
  return std::all_of(expected.outputs.begin(), expected.outputs.end(), [&](const Output& output) {
    const Output* other = find_output(got, output.name);
    return output.purpose != Purpose::compared || other == nullptr ||
           close_where_finite(output, *other, rounded(tolerance));
  });
}

bool fits_where_finite(const CaseOutcome& known, const CaseOutcome& got, const CaseOutcome& right,
                       Tolerance tolerance) {
  return same_but(known, got, [&](const Output& a, const Output& b) {
    const Output* expected = find_output(right, a.name);
    if (a.value.shape() != b.value.shape()) return false;
    if (expected == nullptr || expected->value.shape() != a.value.shape())
      return !compare_output(a, &b, tolerance);
    for (int i = 0; i < a.value.size(); ++i) {
      const double should = expected->value.flat(i), one = a.value.flat(i), other = b.value.flat(i);
      const bool wrong = !close(should, other, tolerance);
      const bool fits =
          std::isfinite(one)
              ? close(one, other, close(should, one, rounded(tolerance)) ? tolerance : rounded(tolerance))
              : wrong || close(one, other, tolerance);
      if (!fits) return false;
    }
    return true;
  });
}

}  // namespace heed::grading
