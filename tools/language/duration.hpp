// How long something took, in words.
#pragma once

#include <string>

#include "tools/language/language.hpp"

namespace heed {

/// duration_text() in that language: "3 min 05 s", "3분 5초".
std::string duration_in(double seconds, Language language);

}  // namespace heed
