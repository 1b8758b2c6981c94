#include "exercises/learn.hpp"

using Pieces = std::vector<int>;
using Merge = std::pair<int, int>;

std::pair<int, int> most_frequent_pair(const std::vector<std::vector<int>>& words,
                                       const std::vector<int>& counts) {
  std::map<Merge, int> times;
  for (std::size_t w = 0; w < words.size(); ++w)
    for (std::size_t i = 1; i < words[w].size(); ++i) times[Merge(words[w][i - 1], words[w][i])] += counts[w];
  if (times.empty()) return {-1, -1};
  return std::max_element(times.begin(), times.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

std::vector<int> join_pair(const std::vector<int>& word, const std::pair<int, int>& pair, int piece) {
  Pieces rest = word;
  for (std::size_t i = 0; i + 1 < rest.size(); ++i)
    if (rest[i] == pair.first && rest[i + 1] == pair.second) {
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      rest[i] = piece;
    }
  return rest;
}

std::vector<std::pair<int, int>> learn_merges(std::vector<std::vector<int>> words,
                                              const std::vector<int>& counts, int merges, int first_piece) {
  std::vector<Merge> learned;
  while (static_cast<int>(learned.size()) < merges) {
    const Merge pair = most_frequent_pair(words, counts);
    if (pair == Merge{-1, -1}) return learned;
    for (auto& word : words) word = join_pair(word, pair, first_piece + static_cast<int>(learned.size()));
    learned.push_back(pair);
  }
  return learned;
}

// As GPT-2's tokenizer does it: of the pairs that stand in the word, the one that was learned first.
std::vector<int> cut_word(const std::vector<int>& letters, const std::vector<std::pair<int, int>>& merges,
                          int first_piece) {
  std::map<Merge, int> rank;
  for (std::size_t i = 0; i < merges.size(); ++i) rank[merges[i]] = static_cast<int>(i);
  Pieces word = letters;
  for (;;) {
    int best = static_cast<int>(merges.size());
    for (std::size_t i = 0; i + 1 < word.size(); ++i)
      if (const auto found = rank.find({word[i], word[i + 1]}); found != rank.end())
        best = std::min(best, found->second);
    if (best == static_cast<int>(merges.size())) return word;
    word = join_pair(word, merges[static_cast<std::size_t>(best)], first_piece + best);
  }
}
