#include "models/spacing.hpp"

#include <algorithm>

#include "lib/text/unicode.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

bool is_hangul(const std::string& token) {
  const std::u32string points = to_code_points(token);
  return std::all_of(points.begin(), points.end(), [](char32_t c) { return 0xAC00 <= c && c <= 0xD7A3; });
}

/// The fewest known words, at most four, that make up the token; empty if there are none.
std::vector<std::string> cut(const std::string& token, const Vocabulary& vocabulary) {
  constexpr std::size_t most_words = 4, syllable = 3;  // bytes in UTF-8
  constexpr std::size_t longest = 64;                  // syllables: the search is quadratic in them
  const std::size_t count = token.size() / syllable;
  if (count > longest) return {};
  std::vector<std::vector<std::string>> best(count + 1);
  for (std::size_t end = 1; end <= count; ++end) {
    for (std::size_t begin = 0; begin < end; ++begin) {
      if (begin > 0 && best[begin].empty()) continue;
      const std::string word = token.substr(begin * syllable, (end - begin) * syllable);
      if (!vocabulary.contains(word)) continue;
      if (!best[end].empty() && best[end].size() <= best[begin].size() + 1) continue;
      best[end] = best[begin];
      best[end].push_back(word);
    }
  }
  return best[count].size() <= most_words ? best[count] : std::vector<std::string>{};
}

bool joinable(const std::string& one, const std::string& next, const Vocabulary& vocabulary) {
  return vocabulary.contains(one + next) && is_hangul(one + next);
}

}  // namespace

SpacedWords respaced(const std::vector<std::string>& tokens, const Vocabulary& vocabulary,
                     const std::set<std::string>* apart) {
  SpacedWords all;
  const auto add = [&](const std::string& word, std::size_t token) {
    all.words.push_back(word);
    all.from.push_back(token);
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool known = vocabulary.contains(tokens[i]);
    if (i + 1 < tokens.size() && joinable(tokens[i], tokens[i + 1], vocabulary)) {
      const bool both = known && vocabulary.contains(tokens[i + 1]);
      if (!both || (apart != nullptr && !apart->contains(tokens[i] + ' ' + tokens[i + 1]))) {
        add(tokens[i] + tokens[i + 1], i);
        ++i;
        continue;
      }
    }
    const std::vector<std::string> parts =
        known || !is_hangul(tokens[i]) ? std::vector<std::string>{} : cut(tokens[i], vocabulary);
    if (parts.empty()) add(tokens[i], i);
    for (const std::string& part : parts) add(part, i);
  }
  return all;
}

std::set<std::string> words_apart(const std::vector<std::string>& tokens, const Vocabulary& vocabulary) {
  std::set<std::string> pairs;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (joinable(tokens[i], tokens[i + 1], vocabulary)) pairs.insert(tokens[i] + ' ' + tokens[i + 1]);
  }
  return pairs;
}

}  // namespace heed
