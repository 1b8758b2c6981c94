// What can be said of a wrong result whose cause is not known: a pattern in the numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exercises/grading/compare.hpp"

namespace heed::grading {

/// A pattern that holds in all cases of a part that came out. It says what the numbers look like, not why.
struct Observation {
  /// As a word that a user interface can translate; tools/learn/observations.cpp has them all.
  std::string kind;
  std::vector<std::string> names{};  // of inputs, sizes, results or cases
  std::vector<double> numbers{};     // a factor, axes, indices
};

/// The most telling pattern; none if nothing holds everywhere. `output` is the compared result that is looked
/// at.
std::optional<Observation> observe(const std::vector<Inputs>& cases, const std::vector<CaseOutcome>& expected,
                                   const std::vector<CaseOutcome>& got, const std::string& output,
                                   Tolerance tolerance);

}  // namespace heed::grading
