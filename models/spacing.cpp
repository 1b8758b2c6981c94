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

}  // namespace

std::vector<std::string> respaced(const std::vector<std::string>& tokens, const Vocabulary& vocabulary) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool known = vocabulary.contains(tokens[i]), last = i + 1 == tokens.size();
    if (!last && (!known || !vocabulary.contains(tokens[i + 1])) &&
        vocabulary.contains(tokens[i] + tokens[i + 1]) && is_hangul(tokens[i] + tokens[i + 1])) {
      words.push_back(tokens[i] + tokens[i + 1]);
      ++i;
      continue;
    }
    const std::vector<std::string> parts =
        known || !is_hangul(tokens[i]) ? std::vector<std::string>{} : cut(tokens[i], vocabulary);
    if (parts.empty()) {
      words.push_back(tokens[i]);
    } else {
      words.insert(words.end(), parts.begin(), parts.end());
    }
  }
  return words;
}

}  // namespace heed
