// How sacreBLEU's TER makes words of a line: the normaliser of Tercom (Snover et al. 2006).
#pragma once

#include <string>
#include <string_view>

namespace heed {

/// Tercom's defaults: words are what stands between spaces, in lower case.
struct TercomOptions {
  bool normalized = false;     ///< entities unescaped, punctuation apart as 13a does, 's apart
  bool no_punct = false;       ///< . , ? : ; ! " ( ) left out
  bool asian_support = false;  ///< normalized: each Han character apart; no_punct: 、。？ and the like too
  bool case_sensitive = false;  ///< capitals and small letters differ
};

/// Tokens with white space between; how much of it says nothing. The line is valid UTF-8. Kana stay together,
/// as in sacreBLEU (its rules for them ask for the beginning of a line where a space has just been put).
std::string tokenize_tercom(std::string_view line, const TercomOptions& options = {});

}  // namespace heed
