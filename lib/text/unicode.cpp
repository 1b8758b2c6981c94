#include "lib/text/unicode.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "lib/core/error.hpp"

namespace heed {
namespace {

// Calls visit(code point, byte offset) for each code point of `text`, up to what is not UTF-8; returns where
// that is.
template <typename Visit>
std::optional<std::size_t> visit_code_points(std::string_view text, Visit visit) {
  const auto* const bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  for (std::size_t i = 0; i < text.size();) {
    utf8proc_int32_t code_point = 0;
    const auto used =
        utf8proc_iterate(bytes + i, static_cast<utf8proc_ssize_t>(text.size() - i), &code_point);
    if (used <= 0) return i;
    visit(static_cast<char32_t>(code_point), i);
    i += static_cast<std::size_t>(used);
  }
  return std::nullopt;
}

void require_utf8(std::optional<std::size_t> invalid) {
  if (invalid) throw_error<Error>("the text is not valid UTF-8 at byte {}: save it as UTF-8", *invalid);
}

template <typename Visit>
void for_each_code_point(std::string_view text, Visit visit) {
  require_utf8(visit_code_points(text, visit));
}

void append_utf8(std::string& out, char32_t c) {
  utf8proc_uint8_t buffer[4];
  const auto n = utf8proc_encode_char(static_cast<utf8proc_int32_t>(c), buffer);
  const bool surrogate = c >= 0xD800 && c <= 0xDFFF;  // utf8proc encodes these too
  if (n <= 0 || surrogate)
    throw_error<Error>("U+{:04X} is not a character: UTF-8 cannot hold it", static_cast<std::uint32_t>(c));
  out.append(reinterpret_cast<const char*>(buffer), static_cast<std::size_t>(n));
}

utf8proc_category_t category(char32_t c) { return utf8proc_category(static_cast<utf8proc_int32_t>(c)); }

bool between(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

// DerivedCoreProperties: upper, lower and title case letters, and those that only Other_Lowercase or
// Other_Uppercase name: ordinal indicators, Roman numerals, circled and squared letters.
bool is_cased(char32_t c) {
  const auto kind = category(c);
  return (kind >= UTF8PROC_CATEGORY_LU && kind <= UTF8PROC_CATEGORY_LT) || c == 0xAA || c == 0xBA ||
         between(c, 0x2160, 0x217F) || between(c, 0x24B6, 0x24E9) || between(c, 0x1F130, 0x1F149) ||
         between(c, 0x1F150, 0x1F169) || between(c, 0x1F170, 0x1F189);
}

// Case_Ignorable: marks, format characters, modifiers, and what may stand inside a word (apostrophe, middle
// dot, ...).
bool is_case_ignorable(char32_t c) {
  const auto kind = category(c);
  constexpr std::u32string_view inside_words =
      U"'.:\u00B7\u0387\u055F\u05F4\u2018\u2019\u2024\u2027\uFE13\uFE52\uFE55\uFF07\uFF0E\uFF1A";
  return kind == UTF8PROC_CATEGORY_MN || kind == UTF8PROC_CATEGORY_ME || kind == UTF8PROC_CATEGORY_CF ||
         kind == UTF8PROC_CATEGORY_LM || kind == UTF8PROC_CATEGORY_SK ||
         inside_words.find(c) != std::u32string_view::npos;
}

// A sigma is final after a cased letter and not before one; ignorable characters between do not count.
bool is_final_sigma(std::u32string_view text, std::size_t at) {
  std::size_t before = at;
  while (before > 0 && is_case_ignorable(text[before - 1])) --before;
  if (before == 0 || !is_cased(text[before - 1])) return false;
  std::size_t after = at + 1;
  while (after < text.size() && is_case_ignorable(text[after])) ++after;
  return after == text.size() || !is_cased(text[after]);
}

std::string normalised(std::string_view text, utf8proc_option_t form) {
  if (std::ranges::none_of(text, [](unsigned char c) { return c >= 0x80; })) return std::string(text);
  require_utf8(first_invalid_utf8(text));
  utf8proc_uint8_t* mapped = nullptr;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | form);
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                 static_cast<utf8proc_ssize_t>(text.size()), &mapped, options);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  if (size < 0) throw_error<Error>("the text cannot be normalised: {}", utf8proc_errmsg(size));
  return {reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size)};
}

}  // namespace

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  return visit_code_points(text, [](char32_t, std::size_t) {});
}

std::u32string to_code_points(std::string_view text) {
  std::u32string out;
  out.reserve(text.size());
  for_each_code_point(text, [&](char32_t c, std::size_t) { out.push_back(c); });
  return out;
}

std::string to_utf8(std::u32string_view code_points) {
  std::string out;
  out.reserve(code_points.size());
  for (const char32_t c : code_points) append_utf8(out, c);
  return out;
}

std::vector<std::size_t> code_point_offsets(std::string_view text) {
  std::vector<std::size_t> offsets;
  offsets.reserve(text.size() + 1);
  for_each_code_point(text, [&](char32_t, std::size_t i) { offsets.push_back(i); });
  offsets.push_back(text.size());
  return offsets;
}

std::string nfc(std::string_view text) { return normalised(text, UTF8PROC_COMPOSE); }

std::string nfd(std::string_view text) { return normalised(text, UTF8PROC_DECOMPOSE); }

std::string lower(std::string_view text) {
  constexpr char32_t capital_i_with_dot = 0x130, capital_sigma = 0x3A3;
  const std::u32string in = to_code_points(text);
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (in[i] == capital_i_with_dot) {
      out += "i\u0307";
    } else if (in[i] == capital_sigma) {
      out += is_final_sigma(in, i) ? "ς" : "σ";
    } else {
      append_utf8(out, static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(in[i]))));
    }
  }
  return out;
}

bool is_space(char32_t c) {
  return between(c, 0x09, 0x0D) || between(c, 0x1C, 0x1F) || c == 0x85 ||
         category(c) == UTF8PROC_CATEGORY_ZS || c == 0x2028 || c == 0x2029;
}

bool is_mark(char32_t c) {
  const auto kind = category(c);
  return kind >= UTF8PROC_CATEGORY_MN && kind <= UTF8PROC_CATEGORY_ME;
}

bool is_word(char32_t c) {
  const auto kind = category(c);
  return c == U'_' ||
         (kind >= UTF8PROC_CATEGORY_LU && kind <= UTF8PROC_CATEGORY_NO);  // L*, M*, N* in this order
}

bool is_letter(char32_t c) {
  const auto kind = category(c);
  return kind >= UTF8PROC_CATEGORY_LU && kind <= UTF8PROC_CATEGORY_LO;
}

bool is_number(char32_t c) {
  const auto kind = category(c);
  return kind >= UTF8PROC_CATEGORY_ND && kind <= UTF8PROC_CATEGORY_NO;
}

std::vector<std::string_view> split_whitespace(std::string_view text) {
  std::vector<std::string_view> pieces;
  constexpr std::size_t none = std::string_view::npos;
  std::size_t start = none;
  for_each_code_point(text, [&](char32_t c, std::size_t i) {
    if (!is_space(c)) {
      if (start == none) start = i;
    } else if (start != none) {
      pieces.push_back(text.substr(start, i - start));
      start = none;
    }
  });
  if (start != none) pieces.push_back(text.substr(start));
  return pieces;
}

std::string_view strip(std::string_view text) {
  const std::vector<std::string_view> pieces = split_whitespace(text);
  if (pieces.empty()) return {};
  return {pieces.front().data(), static_cast<std::size_t>(pieces.back().end() - pieces.front().begin())};
}

std::string_view strip_right(std::string_view text) {
  const std::vector<std::string_view> pieces = split_whitespace(text);
  return pieces.empty() ? "" : text.substr(0, static_cast<std::size_t>(pieces.back().end() - text.begin()));
}

}  // namespace heed
