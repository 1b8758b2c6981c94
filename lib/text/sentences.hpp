// A text of several sentences, cut where they end.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace heed {

/// The sentences of valid UTF-8, without white space at their ends; one that has nothing but marks, pictures
/// or jamo (ㅋㅋ) stays with the one before it, in front of all with the first. They end at line breaks and
/// behind . ? ! 。 ？ ！, with the quote or bracket that closes there; not in "3.5", behind "..." that the
/// text goes on after, behind titles ("Mr."), single capitals and numbers in front ("1. Apples"), nor where a
/// quote is only a part ("Go!" he said). Throws Error if it is not UTF-8.
std::vector<std::string_view> split_sentences(std::string_view text);

/// . ? or !, in the width of either script.
bool ends_sentences(char32_t c);

}  // namespace heed
