// What pages of help say, in the spoken language: one table, English to Korean.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace heed {

/// Every text of help in English with its Korean: what commands, options and examples are for, headings, and
/// defaults that are told in words.
const std::map<std::string_view, std::string_view>& korean_help_texts();

/// "print the verdict as JSON [off]": what stands before the brackets at the end, and the default in them.
struct HelpText {
  std::string text, standing;
};
HelpText without_default(const std::string& text);

/// A text of help, with or without a default behind it, in the spoken language; in English where it has no
/// Korean.
std::string spoken_help(const std::string& english);

}  // namespace heed
