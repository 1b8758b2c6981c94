// Naming a mistake that is written with another guard against overflow than the known one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "exercises/grading/naming/candidates.hpp"

namespace heed::grading {

/// Of those of the parts in which the answer without its guards cannot be told from known-wrong
/// implementations, these. The answer as it is must be wrong in a third of the numbers in which they are:
/// else its guard repairs the mistake, and it fails for another reason. `without`: the evidence on the answer
/// without guards.
std::map<std::string, std::vector<std::size_t>> same_without_guards(const Evidence& evidence,
                                                                    const Evidence& without, const Ask& ask,
                                                                    const std::vector<std::string>& parts,
                                                                    Guards guards);

}  // namespace heed::grading
