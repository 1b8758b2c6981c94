#pragma once

#include "exercises/grading/verdict.hpp"
#include "tools/language/both.hpp"

namespace heed {

/// Why an answer gets no points, by the reason of exercises/grading/refusals/refusals.hpp.
Bilingual refusal_text(const Refusal& refused);

}  // namespace heed
