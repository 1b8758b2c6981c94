#include "lib/score/tokenize_tercom.hpp"

#include <fmt/format.h>

#include <string>

#include "lib/score/set_apart.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

bool between(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

bool is_asian_punctuation(char32_t c) {
  constexpr std::u32string_view single = U"、。・．，？：；！＂（）";
  return between(c, 0x3008, 0x3011) || between(c, 0x3014, 0x301F) || between(c, 0xFF61, 0xFF65) ||
         single.find(c) != std::u32string_view::npos;
}

// Radicals, strokes, Han characters, compatibility forms; U+3200 to U+3F22 is sacreBLEU's range for enclosed
// letters (it meant U+32FF).
bool is_asian(char32_t c) {
  return between(c, 0x2E80, 0x2EFF) || between(c, 0x31C0, 0x31EF) || between(c, 0x3200, 0x4DBF) ||
         between(c, 0x4E00, 0x9FFF) || between(c, 0xF900, 0xFAFF) || between(c, 0xFE30, 0xFE4F) ||
         is_asian_punctuation(c);
}

std::string normalize_western(std::string text) {
  replace_all(text, "\n-", "");
  replace_all(text, "\n", " ");
  replace_all(text, "&quot;", "\"");
  replace_all(text, "&amp;", "&");
  replace_all(text, "&lt;", "<");
  replace_all(text, "&gt;", ">");
  text = fmt::format(" {} ", text);
  text = set_apart(std::string_view(text), is_western_mark);
  replace_all(text, "'s ", " 's ");
  return set_points_apart(text);
}

template <typename IsApart>
std::string set_characters_apart(const std::string& text, IsApart is_apart) {
  return to_utf8(set_apart(std::u32string_view(to_code_points(text)), is_apart));
}

std::string without_punctuation(const std::string& text, const TercomOptions& options) {
  std::u32string characters = to_code_points(text);
  std::erase_if(characters, [&](char32_t c) {
    return std::u32string_view(U".,?:;!\"()").find(c) != std::u32string_view::npos ||
           (options.asian_support && is_asian_punctuation(c));
  });
  return to_utf8(characters);
}

}  // namespace

std::string tokenize_tercom(std::string_view line, const TercomOptions& options) {
  std::string text(strip_right(line));
  if (!options.case_sensitive) text = lower(text);
  if (options.normalized) {
    text = normalize_western(std::move(text));
    if (options.asian_support) text = set_characters_apart(text, is_asian);
  }
  return options.no_punct ? without_punctuation(text, options) : text;
}

}  // namespace heed
