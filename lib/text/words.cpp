#include "lib/text/words.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

bool is_one_of(std::string_view token, std::span<const std::string_view> list) {
  return std::ranges::find(list, token) != list.end();
}

constexpr std::string_view no_space_before[] = {".", ",", "!",  "?",  ";",  ":",  "%",  ")", "]", "}",  "…",
                                                "”", "»", "。", "、", "！", "？", "，", "·", "°", "」", "』"};
constexpr std::string_view opening[] = {"(", "[", "{", "“", "«", "‘", "「", "『", "¿", "¡"};
constexpr std::string_view after_apostrophe[] = {"s", "t", "re", "ve", "ll", "d", "m"};

bool is_word_token(std::string_view token) {
  return !token.empty() && is_word(to_code_points(token).front());
}

bool is_number(std::string_view token) {
  return !token.empty() && token.find_first_not_of("0123456789") == token.npos;
}

bool is_apostrophe(std::string_view token) { return token == "'" || token == "’"; }

/// Looks at apostrophes that no ending follows ("don ' t"): each may stand between a word in s and a word, as
/// in "the doctors ' friend"? If one does not, or there are two, they may be quotes: "she says ' hello '".
bool apostrophes_are_possessive(std::span<const std::string> tokens) {
  int unexplained = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is_apostrophe(tokens[i])) continue;
    const bool between = i > 0 && i + 1 < tokens.size() && is_word_token(tokens[i - 1]);
    if (between && is_one_of(tokens[i + 1], after_apostrophe)) continue;
    if (!between || !tokens[i - 1].ends_with('s') || !is_word_token(tokens[i + 1]) || ++unexplained > 1)
      return false;
  }
  return true;
}

struct Quotes {
  bool open = false;        // tokens[i] stands inside "..."
  bool possessive = false;  // apostrophes_are_possessive()
};

// Is there a space between tokens[i - 1] and tokens[i]?
bool space_before(std::span<const std::string> tokens, std::size_t i, const Quotes& quotes) {
  const std::string_view before = tokens[i - 1], here = tokens[i];
  const bool has_next = i + 1 < tokens.size();
  if (is_one_of(here, no_space_before) || is_one_of(before, opening)) return false;
  if (here == "\"") return !quotes.open;    // the closing one stays with the word before it
  if (before == "\"") return !quotes.open;  // and the opening one with the word after it
  if (is_apostrophe(here))
    return !(has_next && is_word_token(before) &&
             (quotes.possessive || is_one_of(tokens[i + 1], after_apostrophe)));
  const bool word_before_last = i >= 2 && is_word_token(tokens[i - 2]);
  if (is_apostrophe(before)) return !(word_before_last && is_one_of(here, after_apostrophe));
  if (here == "-") return !(has_next && is_word_token(before) && is_word_token(tokens[i + 1]));
  if (before == "-") return !(word_before_last && is_word_token(here));
  const bool point = before == "." || before == "," || before == ":";
  return !(point && i >= 2 && is_number(tokens[i - 2]) && is_number(here));
}

}  // namespace

std::string_view to_string(Case letters) { return letters == Case::lower ? "lower" : "keep"; }

Case parse_case(std::string_view name) {
  if (name == "lower") return Case::lower;
  if (name == "keep") return Case::keep;
  throw_error<UsageError>("unknown case '{}': choose lower or keep", name);
}

std::string normal_text(std::string_view sentence, Case letters) {
  std::string text = nfc(sentence);
  if (letters == Case::lower) text = nfc(lower(text));  // lowering may undo NFC
  return text;
}

std::vector<std::string> split_words(std::string_view sentence, Case letters) {
  const std::u32string text = to_code_points(normal_text(sentence, letters));
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t start = i++;
    if (is_space(text[start])) continue;
    while (i < text.size() && (is_word(text[start]) ? is_word(text[i]) : is_mark(text[i]))) ++i;
    words.push_back(to_utf8(std::u32string_view(text).substr(start, i - start)));
  }
  return words;
}

std::vector<std::string> split_characters(std::string_view sentence, Case letters, Blanks blanks) {
  std::vector<std::string> characters;
  bool space = false;
  for (const char32_t c : to_code_points(normal_text(sentence, letters))) {
    if (blanks == Blanks::one && is_space(c)) {
      space = !characters.empty();
      continue;
    }
    if (std::exchange(space, false)) characters.emplace_back(visible_space);
    characters.push_back(c == U' ' ? std::string(visible_space) : to_utf8({&c, 1}));
  }
  return characters;
}

std::string join_with_spaces(std::span<const std::string> tokens) {
  return fmt::format("{}", fmt::join(tokens, " "));
}

std::string join_words(std::span<const std::string> tokens) {
  std::string out;
  Quotes quotes{.possessive = apostrophes_are_possessive(tokens)};
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0 && space_before(tokens, i, quotes)) out += ' ';
    out += tokens[i];
    if (tokens[i] == "\"") quotes.open = !quotes.open;
  }
  return out;
}

std::string join_characters(std::span<const std::string> tokens) {
  std::string out;
  for (const std::string& token : tokens) out += token == visible_space ? " " : token;
  return out;
}

}  // namespace heed
