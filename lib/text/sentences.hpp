// A text of several sentences, cut where they end.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace heed {

/// The sentences of valid UTF-8, without white space at their ends; one that has nothing but marks, pictures
/// or jamo (ㅋㅋ) stays with the one before it, in front of all with the first. They end at line breaks and
/// behind end marks with the quote or bracket that closes there; not where the mark is part of a number or a
/// short form, nor where the sentence goes on behind it. Throws Error if it is not UTF-8.
std::vector<std::string_view> split_sentences(std::string_view text);

/// . ? or !, in the width of either script.
bool ends_sentences(char32_t c);

}  // namespace heed
