#include "exercises/learn.hpp"

/// A word is a list of pieces, which are numbers; a letter is a piece, too. The two neighbours that stand
/// beside each other most often, counted in all words together; word w occurs counts[w] times. Of several
/// pairs the smallest (std::pair's <); {-1, -1} if no word has two pieces.
std::pair<int, int> most_frequent_pair(const std::vector<std::vector<int>>& words,
                                       const std::vector<int>& counts) {
  //~ stub
  // std::map<std::pair<int, int>, int> counts pairs; a loop over it goes from the smallest to the largest.
  return not_written("most_frequent_pair");
  //~ solution
  std::map<std::pair<int, int>, int> times;
  for (std::size_t w = 0; w < words.size(); ++w)
    for (std::size_t i = 0; i + 1 < words[w].size(); ++i) times[{words[w][i], words[w][i + 1]}] += counts[w];
  //~ wrong counts_ignored: += counts[w] => += 1
  //~ wrong last_pair_missing: i + 1 < words => i + 2 < words
  //~ wrong order_ignored: times[{words[w][i], words[w][i + 1]}] => times[{std::min(words[w][i], words[w][i + 1]), std::max(words[w][i], words[w][i + 1])}]
  //~ wrong across_words
  std::map<std::pair<int, int>, int> times;
  for (std::size_t w = 0, last = words.size(); w < words.size(); ++w) {
    if (words[w].empty()) continue;
    if (last < w) times[{words[last].back(), words[w].front()}] += counts[w];
    for (std::size_t i = 0; i + 1 < words[w].size(); ++i) times[{words[w][i], words[w][i + 1]}] += counts[w];
    last = w;
  }
  //~ end
  //~ solution
  std::pair<int, int> best{-1, -1};
  int most = 0;
  for (const auto& [pair, n] : times)
    if (n > most) best = pair, most = n;
  return best;
  //~ wrong largest_of_equals: n > most => n >= most
  //~ wrong rarest: n > most => most == 0 || n < most
  //~ wrong smallest_pair: n > most => most == 0
  //~ end
}

/// The word with every such pair replaced by `piece`, from left to right: 7 7 7 becomes piece 7 for {7, 7}.
std::vector<int> join_pair(const std::vector<int>& word, const std::pair<int, int>& pair, int piece) {
  //~ stub
  return not_written("join_pair");
  //~ solution
  std::vector<int> joined;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const bool here = i + 1 < word.size() && std::pair(word[i], word[i + 1]) == pair;
    joined.push_back(here ? piece : word[i]);
    if (here) ++i;
  }
  return joined;
  //~ wrong second_stays: if (here) ++i; =>
  //~ wrong either_order: == pair => == pair || (i + 1 < word.size() && std::pair(word[i + 1], word[i]) == pair)
  //~ wrong end_of_the_word: i + 1 < word.size() && std::pair => i + 2 < word.size() && std::pair
  //~ wrong only_the_first: const bool here = => const bool here = std::find(joined.begin(), joined.end(), piece) == joined.end() &&
  //~ wrong from_the_right
  std::vector<int> joined;
  for (std::size_t i = word.size(); i > 0; --i) {
    const bool here = i > 1 && std::pair(word[i - 2], word[i - 1]) == pair;
    joined.insert(joined.begin(), here ? piece : word[i - 1]);
    if (here) --i;
  }
  return joined;
  //~ wrong joined_again
  std::vector<int> joined;
  for (const int next : word) {
    joined.push_back(next);
    while (joined.size() > 1 && (joined.back() == pair.second || joined.back() == piece) &&
           (joined[joined.size() - 2] == pair.first || (joined[joined.size() - 2] == piece && pair.first == pair.second))) {
      joined.pop_back();
      joined.back() = piece;
    }
  }
  return joined;
  //~ end
}

/// Byte-pair encoding (Sennrich et al. 2016): `merges` times, or until there is no pair, the most frequent pair
/// becomes one piece in every word. The piece of merge i has the number first_piece + i. -> the pairs in order.
std::vector<std::pair<int, int>> learn_merges(std::vector<std::vector<int>> words,
                                              const std::vector<int>& counts, int merges, int first_piece) {
  //~ stub
  return not_written("learn_merges");
  //~ solution
  std::vector<std::pair<int, int>> learned;
  for (int i = 0; i < merges; ++i) {
    const auto pair = most_frequent_pair(words, counts);
    if (pair.first < 0) break;
    learned.push_back(pair);
    for (std::vector<int>& word : words) word = join_pair(word, pair, first_piece + i);
  }
  return learned;
  //~ wrong words_not_joined: for (std::vector<int>& word : words) word = join_pair(word, pair, first_piece + i); =>
  //~ wrong one_piece_for_all: first_piece + i => first_piece
  //~ wrong number_of_the_next: first_piece + i => first_piece + i + 1
  //~ wrong one_merge_too_few: i < merges => i + 1 < merges
  //~ wrong no_pair_left: if (pair.first < 0) break; =>
  //~ end
}

/// Cuts a word, given by its letters, as the merges say: each joins its pairs, in the order in which they were
/// learned.
std::vector<int> cut_word(const std::vector<int>& letters, const std::vector<std::pair<int, int>>& merges,
                          int first_piece) {
  //~ stub
  return not_written("cut_word");
  //~ solution
  std::vector<int> word = letters;
  for (std::size_t i = 0; i < merges.size(); ++i)
    word = join_pair(word, merges[i], first_piece + static_cast<int>(i));
  return word;
  //~ wrong from_the_last: merges[i], first_piece + static_cast<int>(i) => merges[merges.size() - 1 - i], first_piece + static_cast<int>(merges.size() - 1 - i)
  //~ wrong letters_again: join_pair(word => join_pair(letters
  //~ wrong one_number_further: static_cast<int>(i) => static_cast<int>(i) + 1
  //~ wrong from_the_left
  std::vector<int> word = letters;
  for (bool joined = true; joined;) {
    joined = false;
    for (std::size_t at = 0; at + 1 < word.size() && !joined; ++at)
      for (std::size_t i = 0; i < merges.size() && !joined; ++i)
        if (std::pair(word[at], word[at + 1]) == merges[i]) {
          word[at] = first_piece + static_cast<int>(i);
          word.erase(word.begin() + static_cast<std::ptrdiff_t>(at) + 1);
          joined = true;
        }
  }
  return word;
  //~ end
}
