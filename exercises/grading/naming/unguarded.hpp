// Naming a mistake that is written with another guard against overflow than the known one.
#pragma once

#include <string>
#include <vector>

#include "exercises/grading/naming/singles.hpp"

namespace heed::grading {

/// Of the parts, those in which the answer without its guards cannot be told from a known-wrong
/// implementation, by these programs, one after the other. The answer as it is must be wrong in a third of
/// the numbers in which that is: else its guard repairs the mistake, and it fails for another reason. Those
/// that get a name, or are right without guards, are taken out of `parts`.
Named named_without_guards(const Evidence& evidence, const Ask& ask, const std::vector<Unguarded>& programs,
                           Guards guards, std::vector<std::string>& parts, CandidatesOf& candidates_of);

}  // namespace heed::grading
