#include "lib/data/word_lookup.hpp"

#include <algorithm>

namespace heed {

std::vector<std::string> toy_tokens(std::string_view sentence) {
  std::vector<std::string> tokens;
  bool inside = false;
  for (const char c : sentence) {
    if (c == ' ') {
      inside = false;
    } else if (c == '?' || c == '\'' || c == '.' || c == '!' || c == ',') {
      tokens.emplace_back(1, c);
      inside = false;
    } else {
      if (!inside) tokens.emplace_back();
      tokens.back() += c;
      inside = true;
    }
  }
  return tokens;
}

WordLookup::WordLookup(const std::vector<SentencePair>& train) {
  for (const SentencePair& pair : train) {
    const std::vector<std::string> source = toy_tokens(pair.source), target = toy_tokens(pair.target);
    std::vector<std::vector<std::string>> seen(source.size());
    for (const auto& [i, j] : pair.alignment) {
      seen[static_cast<std::size_t>(i)].push_back(target[static_cast<std::size_t>(j)]);
    }
    for (std::size_t i = 0; i < source.size(); ++i) glosses_[source[i]].insert(seen[i]);
  }
}

bool WordLookup::can_produce(const SentencePair& pair) const {
  const std::vector<std::string> target = toy_tokens(pair.target);
  // reached[j]: the source words so far can give exactly the first j target words.
  std::vector<bool> reached(target.size() + 1, false);
  reached[0] = true;
  for (const std::string& word : toy_tokens(pair.source)) {
    const auto entry = glosses_.find(word);
    if (entry == glosses_.end()) continue;
    for (std::size_t from = target.size() + 1; from-- > 0;) {  // downwards: each source word counts once
      if (!reached[from]) continue;
      for (const std::vector<std::string>& gloss : entry->second) {
        if (from + gloss.size() > target.size()) continue;
        const auto start = target.begin() + static_cast<std::ptrdiff_t>(from);
        if (std::equal(gloss.begin(), gloss.end(), start)) reached[from + gloss.size()] = true;
      }
    }
  }
  return reached[target.size()];
}

}  // namespace heed
