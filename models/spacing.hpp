// Words as a vocabulary has them, of a sentence whose spaces stand elsewhere: Korean is typed in many ways.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "lib/core/scalar.hpp"
#include "lib/text/vocabulary.hpp"

namespace heed::inline HEED_PRECISION {

struct SpacedWords {
  std::vector<std::string> words;
  std::vector<std::size_t> from;  // the token in which each begins
};

/// The tokens, but that words of Hangul which the vocabulary does not have are joined with the one behind
/// them (먹고 + 싶어요) or cut into two to four that it has (나는사과를), the fewest, where that helps. What
/// is longer than 64 syllables stays. Two words that it has are joined where it has the joined one too, and
/// the training text never had them side by side (좋아 + 한다): `apart` are the pairs that it had; null: not
/// known.
SpacedWords respaced(const std::vector<std::string>& tokens, const Vocabulary& vocabulary,
                     const std::set<std::string>* apart = nullptr);

/// The neighbours of a sentence that would be a word of the vocabulary if they were joined, as "그 하고".
std::set<std::string> words_apart(const std::vector<std::string>& tokens, const Vocabulary& vocabulary);

}  // namespace heed
