// How sacreBLEU cuts a line into the words whose n-grams BLEU counts.
#pragma once

#include <string>
#include <string_view>

namespace heed {

// Each returns tokens with white space between; how much of it says nothing. Lines are valid UTF-8.

/// mteval-v13a, in which published BLEU scores are measured: entities unescaped (&quot; &amp; &lt; &gt;, in
/// this order), ASCII punctuation apart but for apostrophes; periods and commas apart unless between digits;
/// dashes apart after a digit.
std::string tokenize_13a(std::string_view line);

/// mteval-v14's international words: punctuation (Unicode P) apart unless between numbers (N), symbols (S)
/// always. At the end of a line it stays with a number before it: "in 2015." has two words, as in
/// mteval-v14.
std::string tokenize_intl(std::string_view line);

/// Chinese: each Han character, Chinese punctuation mark and full-width form a word, the rest as 13a but with
/// its entities as they are. sacreBLEU's table of characters is repeated with its two slips: from U+2001 to
/// U+2A6D (dashes, quotation marks, arrows) all counts as Chinese, extension B (U+20000) does not.
std::string tokenize_zh(std::string_view line);

}  // namespace heed
