// Two known mistakes in one answer.
#pragma once

#include <vector>

#include "exercises/grading/compare.hpp"
#include "exercises/grading/registry.hpp"

namespace heed::grading {

/// The only two known-wrong implementations that explain a part together: each result that is wrong is what
/// one of them gives where the other changes nothing, or lies where both change something; where the answer
/// is right both are; and each explains numbers that the other does not. Empty if there are none, or several.
/// candidates[i]: what wrong implementation i gives on the part's cases.
std::vector<Mistake> two_mistakes(const Entry& entry,
                                  const std::vector<const std::vector<CaseOutcome>*>& candidates,
                                  const std::vector<CaseOutcome>& right, const std::vector<CaseOutcome>& got,
                                  Tolerance tolerance);

}  // namespace heed::grading
