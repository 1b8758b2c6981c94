// Words as a vocabulary has them, of a sentence whose spaces stand elsewhere: Korean is typed in many ways.
#pragma once

#include <string>
#include <vector>

#include "lib/core/scalar.hpp"
#include "lib/text/vocabulary.hpp"

namespace heed::inline HEED_PRECISION {

/// The tokens, but that words of Hangul which the vocabulary does not have are joined with the one behind
/// them (먹고 + 싶어요) or cut into two to four that it has (나는사과를), the fewest, where that helps. What
/// is longer than 64 syllables stays.
std::vector<std::string> respaced(const std::vector<std::string>& tokens, const Vocabulary& vocabulary);

}  // namespace heed
