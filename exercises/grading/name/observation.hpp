// A wrong result whose cause is not known may show a pattern in its numbers.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "exercises/grading/run/compare.hpp"
#include "exercises/grading/verdict.hpp"

namespace heed::grading {

/// Gives the right solution's results for the inputs of a case.
using Implementation = std::function<CaseOutcome(const Inputs&)>;

/// The most telling pattern that holds in all cases of a part that came out; none if nothing does. `output`
/// is the compared result that is looked at first. With a reference, its results for changed inputs are
/// looked at, too.
std::optional<Observation> observe(const std::vector<Inputs>& cases, const std::vector<CaseOutcome>& expected,
                                   const std::vector<CaseOutcome>& got, const std::string& output,
                                   Tolerance tolerance, const Implementation& reference = {});

}  // namespace heed::grading
