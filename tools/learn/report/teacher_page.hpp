// The whole course as one page for those who teach it.
#pragma once

#include <string>

#include "tools/learn/learner/learner.hpp"

namespace heed {

/// HTML that needs nothing else: of each exercise the statement, the hints, the solution, and every known
/// mistake with its explanation, its repair and the lines in which its code differs from the solution's. Asks
/// the grader for them, with progress on standard error. Throws Error, Interrupted.
std::string teacher_page(const Learner& learner);

}  // namespace heed
