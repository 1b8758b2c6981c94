// Naming a mistake that has a number of its own, as 1e-12 or 1e9, whatever that number is in the answer.
#pragma once

#include <string>
#include <vector>

#include "exercises/grading/naming/naming.hpp"

namespace heed::grading {

/// What is named of these parts, as a single mistake and in all wrong cases, if a number among the guards
/// takes the place of the known mistakes' own; the first three are tried.
Named named_with_constants(const Entry& entry, const Expected& expected, const Outcomes& got, const Ask& ask,
                           const std::vector<Guard>& guards, const std::vector<std::string>& parts);

}  // namespace heed::grading
