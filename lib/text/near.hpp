// Words that somebody may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lib/core/message.hpp"

namespace heed {

/// The candidates that `word` may be a slip for, nearest first, at most three: those that a third of its
/// letters would have to change for, and those that begin with it or that it begins with. A swap of
/// neighbours is one change, and Hangul counts by its jamo, so that 를 is near 을. Texts are UTF-8.
std::vector<std::string> near_words(std::string_view word, const std::vector<std::string>& candidates);

/// "; is it --epochs?" for the end of a message, or nothing.
Message is_it(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace heed
