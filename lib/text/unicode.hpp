// UTF-8 text: is it valid, its code points, its NFC form, its lower case. Unicode 15 by utf8proc.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// Byte offset of the first sequence that is not UTF-8, or nothing. Strict (Unicode, table 3-7): overlong
/// forms, surrogates, values above U+10FFFF and a sequence cut short by the end are all invalid.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

/// The code points of valid UTF-8. Throws Error with the byte offset if it is not.
std::u32string to_code_points(std::string_view text);

/// UTF-8 of code points. Throws Error at a surrogate or above U+10FFFF.
std::string to_utf8(std::u32string_view code_points);

/// Returns where each code point of valid UTF-8 starts, and text.size() at the end: one entry more than code
/// points. Throws Error with the byte offset if it is not valid.
std::vector<std::size_t> code_point_offsets(std::string_view text);

/// Canonical composition (NFC, Unicode annex 15): "한" in three jamo becomes the one syllable "한".
/// Throws Error with the byte offset if the text is not UTF-8.
std::string nfc(std::string_view text);

/// Canonical decomposition (NFD): the syllable "한" becomes three jamo. Throws as nfc() does.
std::string nfd(std::string_view text);

/// Full lower case, the same as Python's str.lower(): İ becomes two code points (i and a dot above), and a
/// capital sigma at the end of a word becomes ς (Unicode 3.13, Final_Sigma). Throws Error if the text is not
/// UTF-8.
std::string lower(std::string_view text);

/// White space as Python's str.isspace() has it: category Zs, or bidirectional class WS, B or S.
bool is_space(char32_t c);

/// Part of a word: a letter, a number, a mark that combines with them, or the underscore.
bool is_word(char32_t c);

/// A mark that combines with what stands before it (categories Mn, Mc, Me).
bool is_mark(char32_t c);

/// Category L: a letter of any script.
bool is_letter(char32_t c);

/// Category N: digits, Roman numerals, fractions.
bool is_number(char32_t c);

/// The non-empty pieces between white space, like Python's str.split(). The views point into `text`.
std::vector<std::string_view> split_whitespace(std::string_view text);

/// `text` without the white space at either end, like Python's str.strip().
std::string_view strip(std::string_view text);

/// `text` without the white space at its end, like Python's str.rstrip().
std::string_view strip_right(std::string_view text);

}  // namespace heed
