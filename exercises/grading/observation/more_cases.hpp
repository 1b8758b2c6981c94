// What tells the right cases from the wrong ones, looked for in the cases of other seeds as well.
#pragma once

#include "exercises/grading/observation/observation.hpp"
#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading {

/// What tells right cases from wrong ones in those of other seeds, too: of few, much is common by chance.
patterns::Pattern of_more_cases(std::vector<Inputs> cases, std::vector<bool> right, Tolerance tolerance,
                                const Implementation& reference, const Answer& answer,
                                const MoreCases& further);

/// Whether that one size is less than another in exactly the right cases, or the wrong ones, holds in those
/// of other seeds, too; and whether there are equal ones and such that differ by 1, or new sizes on both
/// sides.
bool less_in_more(const Observation& found, std::vector<Inputs> cases, std::vector<bool> right,
                  Tolerance tolerance, const Implementation& reference, const Answer& answer,
                  const MoreCases& further);

}  // namespace heed::grading
