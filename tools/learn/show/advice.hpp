// What it means that a program ended badly.
#pragma once

#include <string>

#include "exercises/grading/verdict.hpp"
#include "tools/language/language.hpp"

namespace heed {

/// What a crash, a time-out or too much memory means and where to look; empty for the other statuses.
Bilingual advice_text(const PartVerdict& part, const std::string& exercise);

/// What it said, as far as a learner can read it: of the library's words about v[i] only the place, which a
/// sanitizer adds ("/home/…/softmax.cpp:12"). The part has a failure.
std::string shown_message(const PartVerdict& part);

}  // namespace heed
