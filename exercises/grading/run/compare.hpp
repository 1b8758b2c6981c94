// Comparing what a learner's functions gave with what the reference gives.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exercises/grading/run/run_part.hpp"

namespace heed::grading {

struct Tolerance {
  double rtol = 1e-9;
  double atol = 1e-12;
};

inline Tolerance tolerance_of(const Part& part) { return {part.options.rtol, part.options.atol}; }

/// |got − expected| ≤ atol + rtol |expected|; NaN equals NaN, an infinity itself.
bool close(double expected, double got, Tolerance tolerance);

enum class Difference { values, shape, cost, missing, ending };

/// The first thing about a case that is not right.
struct Mismatch {
  Difference kind = Difference::values;
  std::string output{};      // its name; empty for `ending`
  Tensor expected{}, got{};  // not for `ending`
  std::vector<int> wrong{};  // elements that differ, row-major
  double at_most = 0;        // for `cost`
};

struct Comparison {
  int checks = 0;  // compared outputs
  int failed = 0;
  std::optional<Mismatch> first{};
};

/// Returns true if work or memory is measured in one of these.
bool has_costs(const std::vector<CaseOutcome>& outcomes);

/// The result of that name; nullptr if there is none.
const Output* find_output(const CaseOutcome& outcome, const std::string& name);
/// The result that can be compared with another number by number: of its name and its shape; else nullptr.
const Output* find_like(const CaseOutcome& outcome, const Output& other);

/// Both of one case. A check is one output: its shape and all values, or its cost. If `got` did not finish,
/// all fail.
Comparison compare(const CaseOutcome& expected, const CaseOutcome& got, Tolerance tolerance);

/// Returns true if one implementation cannot be told from the other on this case: the same values, costs on
/// the same side of their limits, or the same exception.
bool same(const CaseOutcome& expected, const CaseOutcome& got, Tolerance tolerance);
/// Returns true if no number that both have differs by more than rounding; costs do not count.
bool same_numbers(const CaseOutcome& expected, const CaseOutcome& got, Tolerance tolerance);

}  // namespace heed::grading
