// The words of a sentence as text, and which of two languages belong together.
#include "lib/data/toy_sentence.hpp"

namespace heed::toy {

std::string written(const std::vector<Word>& words) {
  std::string text;
  for (const Word& word : words) {
    if (!text.empty() && !word.glued) text += ' ';
    text += word.text;
  }
  return text;
}

std::vector<std::pair<int, int>> aligned(const std::vector<Word>& source, const std::vector<Word>& target) {
  std::vector<std::pair<int, int>> pairs;
  const auto shares = [](const Word& a, std::int64_t m) {
    return m != 0 && (a.mark == m || a.second_mark == m);
  };
  for (std::size_t i = 0; i < source.size(); ++i) {
    for (std::size_t j = 0; j < target.size(); ++j) {
      if (shares(source[i], target[j].mark) || shares(source[i], target[j].second_mark)) {
        pairs.emplace_back(static_cast<int>(i), static_cast<int>(j));
      }
    }
  }
  return pairs;
}

}  // namespace heed::toy
