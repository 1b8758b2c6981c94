#include "lib/text/near.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

constexpr std::size_t longest = 200;  // letters: nobody mistypes more as one word

/// Insertions, deletions, replacements and swaps of neighbours that turn one text into the other (restricted
/// Damerau-Levenshtein distance).
std::size_t distance(const std::u32string& a, const std::u32string& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
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
  if (word.size() > 9 * longest) return {};  // a syllable of three bytes has up to three letters
  const std::u32string written = to_code_points(nfd(word));
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const std::string& candidate : candidates) {
    const std::u32string other = to_code_points(nfd(candidate));
    const auto& [shorter, longer] =
        std::minmax(written, other, [](const auto& a, const auto& b) { return a.size() < b.size(); });
    const std::size_t apart = longer.size() - shorter.size();  // so many changes at least
    if (shorter.size() >= 3 && longer.starts_with(shorter)) {  // less would say nothing
      found.emplace_back(apart, candidate);
      continue;
    }
    const std::size_t allowed = std::max<std::size_t>(1, shorter.size() / 3);
    if (apart > allowed || longer.size() > longest) continue;
    const std::size_t changes = distance(written, other);
    if (changes <= allowed && changes < longer.size()) found.emplace_back(changes, candidate);
  }
  std::ranges::stable_sort(found, {}, [](const auto& one) { return one.first; });
  std::vector<std::string> near;
  for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), 3); ++i) near.push_back(found[i].second);
  return near;
}

Message is_it(std::string_view word, const std::vector<std::string>& candidates) {
  Message all;
  for (const std::string& near : near_words(word, candidates))
    all = all.empty() ? Message{.english = near} : make_message(tr_noop("{} or {}"), all, near);
  return all.empty() ? all : make_message(tr_noop("; is it {}?"), all);
}

}  // namespace heed
