#include "lib/score/tokenize_13a.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace heed {
namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_point(char c) { return c == '.' || c == ','; }

// ASCII that is no letter, digit, apostrophe, comma, dash or period; the last three have rules of their own.
bool always_apart(char c) {
  return (c >= ' ' && c <= '&') || (c >= '(' && c <= '+') || c == '/' || (c >= ':' && c <= '@') ||
         (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

std::string set_apart(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (always_apart(c)) {
      out += {' ', c, ' '};
    } else {
      out += c;
    }
  }
  return out;
}

// Rewrites pairs of neighbours from left to right, each character in one pair at most, as a regular
// expression does. Working on bytes is safe: the pairs are told by ASCII alone, and no byte of a longer UTF-8
// sequence is ASCII.
template <typename IsPair, typename Rewrite>
std::string rewrite_pairs(std::string_view text, IsPair is_pair, Rewrite rewrite) {
  std::string out;
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

  text = set_apart(fmt::format(" {} ", text));
  text = rewrite_pairs(
      text, [](char a, char b) { return !is_digit(a) && is_point(b); },
      [](char a, char b) {
        return std::string{a, ' ', b, ' '};
      });
  text = rewrite_pairs(
      text, [](char a, char b) { return is_point(a) && !is_digit(b); },
      [](char a, char b) {
        return std::string{' ', a, ' ', b};
      });
  return rewrite_pairs(
      text, [](char a, char b) { return is_digit(a) && b == '-'; },
      [](char a, char b) {
        return std::string{a, ' ', b, ' '};
      });
}

}  // namespace heed
