// What the libraries say, which speak English alone, in the spoken language.
#pragma once

#include <string>

namespace heed {

/// An error of lib/, nn/ or models/ in Korean, and the system's words in it ("Permission denied"); as it is
/// in English, and where no Korean is known for it.
std::string in_spoken_language(const std::string& what);

}  // namespace heed
