#include "lib/text/near.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

/// Code points, each syllable of Hangul as its two or three jamo.
std::u32string letters(std::string_view text) { return to_code_points(nfd(text)); }

/// Insertions, deletions, replacements and swaps of neighbours that turn one text into the other (restricted
/// Damerau-Levenshtein distance).
std::size_t distance(const std::u32string& a, const std::u32string& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] =
          std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d.back().back();
}

}  // namespace

std::vector<std::string> near_words(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t most = 3;
  constexpr std::size_t part_of_word = 3;    // letters that a beginning must have to say something
  constexpr std::size_t longest = 200;       // letters: nobody mistypes more as one word
  if (word.size() > 9 * longest) return {};  // a syllable of three bytes has up to three letters
  const std::u32string written = letters(word);
  const auto begins = [&](const std::u32string& whole, const std::u32string& part) {
    return part.size() >= part_of_word && whole.starts_with(part);
  };
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const std::string& candidate : candidates) {
    const std::u32string other = letters(candidate);
    const auto [shorter, longer] = std::minmax({written.size(), other.size()});
    const std::size_t apart = longer - shorter;  // so many changes at least
    if (begins(other, written) || begins(written, other)) {
      found.emplace_back(apart, candidate);
      continue;
    }
    const std::size_t allowed = std::max<std::size_t>(1, shorter / 3);
    if (apart > allowed || longer > longest) continue;
    const std::size_t changes = distance(written, other);
    if (changes <= allowed && changes < longer) found.emplace_back(changes, candidate);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> near;
  for (std::size_t i = 0; i < std::min(found.size(), most); ++i) near.push_back(found[i].second);
  return near;
}

Message is_it(std::string_view word, const std::vector<std::string>& candidates) {
  Message all;
  for (const std::string& near : near_words(word, candidates))
    all = all.empty() ? Message{.english = near} : make_message(tr_noop("{} or {}"), all, near);
  return all.empty() ? all : make_message(tr_noop("; is it {}?"), all);
}

}  // namespace heed
