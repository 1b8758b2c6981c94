// The tokeniser of mteval-v13a, in which published BLEU scores are measured.
#pragma once

#include <string>
#include <string_view>

namespace heed {

/// Tokens with spaces between them: entities unescaped (&quot; &amp; &lt; &gt;, in this order), ASCII
/// punctuation apart but for apostrophes; periods and commas apart unless between digits; dashes apart after
/// a digit. UTF-8 passes through unharmed. Runs of spaces are left as they come.
std::string tokenize_13a(std::string_view line);

}  // namespace heed
