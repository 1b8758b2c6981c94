#include "lib/score/tokenize.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lib/text/unicode.hpp"

namespace heed {
namespace {

// Every character of the kind with a space on either side.
template <typename Char, typename IsApart>
std::basic_string<Char> set_apart(std::basic_string_view<Char> text, IsApart is_apart) {
  std::basic_string<Char> out;
  for (const Char c : text) {
    if (is_apart(c)) {
      out += {' ', c, ' '};
    } else {
      out += c;
    }
  }
  return out;
}

// Rewrites pairs of neighbours from left to right, each character in one pair at most, as a regular
// expression does. `rewrite` returns what stands in place of the two. In UTF-8, tell pairs by ASCII alone:
// no byte of a longer sequence is ASCII.
template <typename Char, typename IsPair, typename Rewrite>
std::basic_string<Char> rewrite_pairs(const std::basic_string<Char>& text, IsPair is_pair, Rewrite rewrite) {
  std::basic_string<Char> out;
  std::size_t i = 0;
  for (; i + 1 < text.size(); ++i) {
    if (is_pair(text[i], text[i + 1])) {
      out += rewrite(text[i], text[i + 1]);
      ++i;
    } else {
      out += text[i];
    }
  }
  if (i < text.size()) out += text[i];
  return out;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_point(char c) { return c == '.' || c == ','; }

// Each range with its last character.
constexpr std::array<std::pair<char32_t, char32_t>, 16> chinese{{{0x2001, 0x2A6D},
                                                                 {0x2E80, 0x2EFF},
                                                                 {0x2F00, 0x2FDF},
                                                                 {0x2FF0, 0x303F},
                                                                 {0x3100, 0x312F},
                                                                 {0x31A0, 0x31BF},
                                                                 {0x31C0, 0x31EF},
                                                                 {0x3200, 0x33FF},
                                                                 {0x3400, 0x4DB5},
                                                                 {0x4E00, 0x9FBB},
                                                                 {0xF900, 0xFA2D},
                                                                 {0xFA30, 0xFA6A},
                                                                 {0xFA70, 0xFAD9},
                                                                 {0xFE10, 0xFE1F},
                                                                 {0xFE30, 0xFE4F},
                                                                 {0xFF00, 0xFFEF}}};

bool is_chinese(char32_t c) {
  return std::any_of(chinese.begin(), chinese.end(),
                     [c](const auto& range) { return c >= range.first && c <= range.second; });
}

// `from` becomes `to`, from left to right.
void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

// ASCII that is no letter, digit, apostrophe, comma, dash or period; the last three have rules of their own.
bool is_western_mark(char c) {
  return (c >= ' ' && c <= '&') || (c >= '(' && c <= '+') || c == '/' || (c >= ':' && c <= '@') ||
         (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

// Those rules: periods and commas apart unless between digits, dashes apart after a digit.
std::string set_points_apart(const std::string& text) {
  const std::string after = rewrite_pairs(
      text, [](char a, char b) { return !is_digit(a) && is_point(b); },
      [](char a, char b) {
        return std::string{a, ' ', b, ' '};
      });
  const std::string before = rewrite_pairs(
      after, [](char a, char b) { return is_point(a) && !is_digit(b); },
      [](char a, char b) {
        return std::string{' ', a, ' ', b};
      });
  return rewrite_pairs(
      before, [](char a, char b) { return is_digit(a) && b == '-'; },
      [](char a, char b) {
        return std::string{a, ' ', b, ' '};
      });
}

}  // namespace

std::string tokenize_13a(std::string_view line) {
  std::string text(line);
  replace_all(text, "<skipped>", "");
  replace_all(text, "-\n", "");
  replace_all(text, "\n", " ");
  replace_all(text, "&quot;", "\"");
  replace_all(text, "&amp;", "&");  // so that &amp;lt; ends as <
  replace_all(text, "&lt;", "<");
  replace_all(text, "&gt;", ">");
  text = fmt::format(" {} ", text);
  return set_points_apart(set_apart(std::string_view(text), is_western_mark));
}

std::string tokenize_intl(std::string_view line) {
  std::u32string text = rewrite_pairs(
      to_code_points(line), [](char32_t a, char32_t b) { return !is_number(a) && is_punctuation(b); },
      [](char32_t a, char32_t b) {
        return std::u32string{a, ' ', b, ' '};
      });
  text = rewrite_pairs(
      text, [](char32_t a, char32_t b) { return is_punctuation(a) && !is_number(b); },
      [](char32_t a, char32_t b) {
        return std::u32string{' ', a, ' ', b};
      });
  return to_utf8(set_apart(std::u32string_view(text), is_symbol));
}

std::string tokenize_zh(std::string_view line) {
  const std::u32string text = to_code_points(strip(line));
  const std::string characters_apart = to_utf8(set_apart(std::u32string_view(text), is_chinese));
  return set_points_apart(set_apart(std::string_view(characters_apart), is_western_mark));
}

}  // namespace heed
