// What can be seen in wrong numbers, in words.
#pragma once

#include <string>

#include "exercises/grading/verdict.hpp"
#include "tools/language/language.hpp"

namespace heed {

/// A sentence; empty if nothing was seen.
std::string observation_text(const Observation& observation, Language language);

}  // namespace heed
