// Naming a mistake that has a number of its own, as 1e-12 or 1e9, whatever that number is in the answer.
#pragma once

#include <string>
#include <vector>

#include "exercises/grading/naming/candidates.hpp"

namespace heed::grading {

/// Of these parts, what the first rules name (by_numbers), if a number among the guards takes the place of
/// the known mistakes' own; the first three are tried.
Named named_with_constants(const Evidence& evidence, Further& further, const std::vector<Guard>& guards,
                           const std::vector<std::string>& parts);

}  // namespace heed::grading
