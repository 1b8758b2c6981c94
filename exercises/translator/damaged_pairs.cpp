#include "exercises/translator/damaged_pairs.hpp"

#include <algorithm>

namespace heed::translator {

namespace {

/// The translations from `first` on with words lost, moved and added: right ones alone would say little of
/// BLEU.
Rows damaged(Rows rows, std::size_t first) {
  for (std::size_t i = first; i < rows.size(); ++i) {
    std::vector<int>& words = rows[i];
    if (words.empty()) continue;
    if (i % 4 == 0 || i % 4 == 3) words.pop_back();  // fewer words in all, so that brevity costs
    if (i % 4 == 1) std::rotate(words.begin(), words.begin() + 1, words.end());
    if (i % 4 == 2) words.push_back(words.front());
  }
  return rows;
}

}  // namespace

std::vector<std::pair<Rows, Rows>> damaged_pairs(Rows translations, Rows meant) {
  const std::size_t count = translations.size();
  std::vector<std::pair<Rows, Rows>> pairs;
  for (const std::size_t first : {count, count / 2, std::size_t(0)}) {
    const Rows worse = damaged(translations, first);
    pairs.emplace_back(worse, meant), pairs.emplace_back(meant, worse);
  }
  Rows few = translations, few_meant = meant;
  for (Rows* rows : {&few, &few_meant})
    for (std::vector<int>& words : *rows) words.resize(std::min<std::size_t>(words.size(), 3));
  pairs.emplace_back(few, few_meant);
  for (Rows* rows : {&translations, &meant}) {
    for (std::vector<int>& words : *rows) {
      const std::vector<int> once = words;
      words.insert(words.end(), once.begin(), once.end());
    }
  }
  pairs.emplace_back(damaged(translations, 0), meant);
  return pairs;
}

}  // namespace heed::translator
