// Columns on a terminal: Hangul takes two, a combining mark none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heed {

/// Columns that one code point takes: 0, 1 or 2. Medial vowels and final consonants of Hangul join the
/// syllable before them and take none.
int column_width(char32_t code_point);

/// Columns that `text` takes. Bytes that are not UTF-8 and control characters count as one (see printable).
std::size_t display_width(std::string_view text);

/// `text` with every control character and every byte that is not UTF-8 replaced by �, so that data cannot
/// move the cursor or change colours.
std::string printable(std::string_view text);

/// The longest beginning of printable(text) that fits into `width` columns; when something is cut off, it
/// ends in "…".
std::string fit_width(std::string_view text, std::size_t width);

/// printable(text) with spaces after it, or before it, up to `width` columns. Longer text stays as it is.
std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

}  // namespace heed
