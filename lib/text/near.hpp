// Words that somebody may have meant.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lib/core/message.hpp"

namespace heed {

/// Insertions, deletions, replacements and swaps of neighbours that turn one text into the other (restricted
/// Damerau-Levenshtein distance), of code points; Hangul counts by its jamo, so that 를 is near 을. Texts are
/// UTF-8.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidates that `word` may be a slip for, nearest first, at most `most`: those that a third of its
/// letters would have to change for, and those that begin with it or that it begins with. None for what is
/// too long to be a word (some 200 letters).
std::vector<std::string> near_words(std::string_view word, const std::vector<std::string>& candidates,
                                    std::size_t most = 3);

/// "; is it --epochs?" for the end of a message, or nothing.
Message is_it(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace heed
