// How long something took, in words.
#pragma once

#include <string>

#include "tools/language/language.hpp"

namespace heed {

/// Seconds as "< 1 s", "8 s", "3 min 20 s", "1 h 05 min", "2 d 03 h" or, in Korean, "3분 20초". Negative,
/// infinite or NaN: "?".
std::string duration_in(double seconds, Language language);

}  // namespace heed
