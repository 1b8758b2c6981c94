#include "lib/data/english_forms.hpp"

#include <algorithm>

namespace heed::toy {
namespace {

bool is_vowel(char letter) { return std::string_view("aeiou").find(letter) != std::string_view::npos; }

}  // namespace

std::string with_s(std::string_view word) {
  const std::string text(word);
  const bool consonant_before_last = word.size() > 1 && !is_vowel(word[word.size() - 2]);
  if (word.ends_with('y') && consonant_before_last) return text.substr(0, text.size() - 1) + "ies";
  for (const std::string_view hiss : {"s", "x", "z", "ch", "sh", "o"}) {
    if (word.ends_with(hiss)) return text + "es";
  }
  return text + "s";
}

std::string third_person(std::string_view verb) {
  const std::string_view word = verb.substr(0, verb.find(' '));
  return (word == "have" ? "has" : with_s(word)) + std::string(verb.substr(word.size()));
}

std::string with_ing(std::string_view verb) {
  const std::string_view word = verb.substr(0, verb.find(' ')), rest = verb.substr(word.size());
  std::string stem(word);
  const auto vowels = std::count_if(word.begin(), word.end(), is_vowel);
  const std::size_t n = word.size();
  const bool closed = n > 2 && !is_vowel(word[n - 1]) && is_vowel(word[n - 2]) && !is_vowel(word[n - 3]);
  if (word.ends_with('e') && !word.ends_with("ee")) {
    stem.pop_back();
  } else if (closed && vowels == 1 && std::string_view("wxy").find(word[n - 1]) == std::string_view::npos) {
    stem += word[n - 1];
  }
  return stem + "ing" + std::string(rest);
}

std::string_view indefinite_article(std::string_view next_word) {
  // The sound decides, not the letter: the h of honest is silent, useful and uniform begin like "you".
  if (next_word == "honest") return "an";
  if (next_word.starts_with("use") || next_word.starts_with("uni")) return "a";
  return is_vowel(next_word.front()) ? "an" : "a";
}

std::string_view be_present(Agreement agreement) {
  if (agreement == Agreement::first) return "am";
  return agreement == Agreement::third ? "is" : "are";
}

std::string_view be_past(Agreement agreement) {
  return agreement == Agreement::first || agreement == Agreement::third ? "was" : "were";
}

}  // namespace heed::toy
