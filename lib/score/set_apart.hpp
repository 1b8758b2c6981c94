// What the tokenisers are made of: characters set apart, and pairs of neighbours rewritten.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heed {

/// Every character of the kind with a space on either side.
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

/// Rewrites pairs of neighbours from left to right, each character in one pair at most, as a regular
/// expression does. `rewrite` returns what stands in place of the two. In UTF-8, tell pairs by ASCII alone:
/// no byte of a longer sequence is ASCII.
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

/// `from` becomes `to`, from left to right.
void replace_all(std::string& text, std::string_view from, std::string_view to);

/// ASCII that is no letter, digit, apostrophe, comma, dash or period; the last three have rules of their own.
bool is_western_mark(char c);

/// Those rules: periods and commas apart unless between digits, dashes apart after a digit.
std::string set_points_apart(const std::string& text);

}  // namespace heed
