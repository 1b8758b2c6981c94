// Text in a terminal: made harmless, how many columns it takes, and how to make it take a given number.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heed {

/// `text` as it may be printed: every control character, every byte that is not UTF-8 and every mark that
/// turns the direction of the text around it (U+202E and the like) becomes �. What stands in files, names or
/// arguments can then neither steer the terminal nor break a line. Every command prints such text through it.
std::string printable(std::string_view text);

/// Columns that printable(text) takes: Hangul, kanji and emoji 2, most others 1, combining marks 0. Jamo that
/// join a syllable before them (vowels and finals) take none.
std::size_t printable_width(std::string_view text);

enum class Align { left, right };

/// printable(text) with spaces added up to `width` columns; a longer text stays as it is.
std::string pad_width(std::string_view text, std::size_t width, Align align = Align::left);

/// printable(text) in at most `width` columns, cut between characters (never between a letter and its marks),
/// with "…" where it was cut.
std::string fit_width(std::string_view text, std::size_t width);

/// The same, but line ends stay: for a message of several lines.
std::string printable_lines(std::string_view text);

/// printable(text); but a text of nothing that one could see (format and control characters, fillers) by its
/// code points: "U+200B".
std::string visible_or_named(std::string_view text);

}  // namespace heed
