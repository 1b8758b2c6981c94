#include "exercises/grading/exercise.hpp"
#include "lib/text/unicode.hpp"

using Pieces = std::vector<int>;
using Merge = std::pair<int, int>;

std::pair<int, int> most_frequent_pair(const std::vector<std::vector<int>>& words,
                                       const std::vector<int>& counts);
std::vector<int> join_pair(const std::vector<int>& word, const std::pair<int, int>& pair, int piece);
std::vector<std::pair<int, int>> learn_merges(std::vector<std::vector<int>> words,
                                              const std::vector<int>& counts, int merges, int first_piece);
std::vector<int> cut_word(const std::vector<int>& letters, const std::vector<std::pair<int, int>>& merges,
                          int first_piece);

namespace {

Pieces letters(std::u32string_view text) { return {text.begin(), text.end()}; }

/// In a case one list holds all words, with a 0 behind each.
Pieces one_list(const std::vector<Pieces>& words) {
  Pieces list;
  for (const Pieces& word : words) {
    list.insert(list.end(), word.begin(), word.end());
    list.push_back(0);
  }
  return list;
}

std::vector<Pieces> words_of(const Pieces& list) {
  std::vector<Pieces> words(1);
  for (const int piece : list) {
    if (piece == 0)
      words.emplace_back();
    else
      words.back().push_back(piece);
  }
  words.pop_back();
  return words;
}

/// Pairs one behind the other.
Pieces flat(const std::vector<Merge>& merges) {
  Pieces all;
  for (const auto& [left, right] : merges) all.insert(all.end(), {left, right});
  return all;
}

std::vector<Merge> pairs_of(const Pieces& list) {
  std::vector<Merge> pairs;
  for (std::size_t i = 0; i + 1 < list.size(); i += 2) pairs.emplace_back(list[i], list[i + 1]);
  return pairs;
}

std::vector<Pieces> drawn_words(Draw& draw, int words, int letters) {
  std::vector<Pieces> all;
  for (int w = 0; w < words; ++w) all.push_back(draw.ids(draw.integer(2, 9), 1, letters));
  return all;
}

const std::vector<std::u32string> korean{U"사과를", U"사과가", U"사과는", U"소녀를", U"소녀가", U"소녀는",
                                         U"소년은", U"소년을", U"친구를", U"친구가", U"의사를", U"의사는"};

}  // namespace

void describe(Exercise& e) {
  e.part(
      "pair", {.points = 3},
      [](Case& c) {
        const auto [left, right] = most_frequent_pair(words_of(c.ids("words")), c.ids("counts"));
        c.give("pair", Pieces{left, right});
      },
      [](Cases& cases, Draw& draw) {
        const auto add = [&](const std::string& label, const std::vector<Pieces>& words,
                             const Pieces& counts) {
          cases.add(label).ids("words", one_list(words)).ids("counts", counts);
        };
        add("the example", {{1, 2, 3}, {2, 3}, {1, 2}}, {1, 3, 1});
        add("equally frequent", {{5, 6}, {3, 4}, {4, 3}}, {2, 2, 1});
        add("at the end of words", {{1, 2, 3, 4}, {1, 5, 3, 4}, {2, 6}}, {1, 1, 1});
        add("both orders", {{1, 2}, {2, 1}, {3, 4}}, {2, 2, 3});
        add("words of one letter", {{4}, {5}, {4}, {5}}, {1, 2, 1, 2});
        add("a border between words", {{1, 2}, {3, 1}, {2}, {3, 4}, {5, 2}, {3, 6}}, {1, 1, 1, 1, 1, 1});
        add("three alike", {{7, 7, 7}, {1, 2}}, {2, 3});
        add("frequent and rare words", {{1, 2, 1, 2, 1, 2}, {3, 4}}, {1, 9});
        for (const int words : {4, 8, 20}) {
          Pieces counts;
          for (int w = 0; w < words; ++w) counts.push_back(draw.integer(1, 9));
          add(std::to_string(words) + " words", drawn_words(draw, words, 4), counts);
        }
      });
  e.part(
      "join", {.points = 2},
      [](Case& c) {
        c.give("joined",
               join_pair(c.ids("word"), {c.integer("left"), c.integer("right")}, c.integer("piece")));
      },
      [](Cases& cases, Draw& draw) {
        const auto add = [&](const std::string& label, const Pieces& word, int left, int right) {
          cases.add(label)
              .ids("word", word)
              .integer("left", left)
              .integer("right", right)
              .integer("piece", 100);
        };
        add("in the middle", {5, 1, 2, 6}, 1, 2);
        add("at the end", {5, 1, 2}, 1, 2);
        add("twice", {1, 2, 5, 1, 2}, 1, 2);
        add("the other order", {2, 1, 5, 2, 1}, 1, 2);
        add("three alike", {7, 7, 7}, 7, 7);
        add("four alike", {7, 7, 7, 7}, 7, 7);
        add("nothing to join", {4, 5}, 1, 2);
        add("one letter", {1}, 1, 2);
        add("no letters", {}, 1, 2);
        for (int i = 0; i < 4; ++i)
          add("drawn " + std::to_string(i), draw.ids(14, 1, 2), 1 + i % 2, 1 + i / 2);
      });
  e.part(
      "learn", {.points = 3},
      [](Case& c) {
        c.give("merges", flat(learn_merges(words_of(c.ids("words")), c.ids("counts"), c.integer("merges"),
                                           c.integer("first_piece"))));
      },
      [](Cases& cases, Draw& draw) {
        const auto add = [&](const std::string& label, const std::vector<Pieces>& words, const Pieces& counts,
                             int merges, int first) {
          cases.add(label)
              .ids("words", one_list(words))
              .ids("counts", counts)
              .integer("merges", merges)
              .integer("first_piece", first);
        };
        add("the example", {{1, 2, 3}, {2, 3}, {1, 2}}, {1, 3, 1}, 2, 100);
        add("more merges than pairs", {{1, 2, 3}, {4, 5}}, {2, 1}, 10, 50);
        add("one word, all alike", {{6, 6, 6, 6, 6, 6, 6, 6}}, {1}, 3, 10);
        add("three alike", {{6, 6, 6, 1}, {6, 6, 6}}, {1, 1}, 2, 10);
        add("both orders", {{1, 2}, {2, 1}}, {3, 1}, 3, 10);
        add("no merge", {{1, 2}, {1, 2}}, {1, 1}, 0, 10);
        for (const int words : {5, 12}) {
          Pieces counts;
          for (int w = 0; w < words; ++w) counts.push_back(draw.integer(1, 9));
          add(std::to_string(words) + " words", drawn_words(draw, words, 4), counts, 8, 1000);
        }
        std::vector<Pieces> words;
        for (const std::u32string& word : korean) words.push_back(letters(word));
        add("Korean words", words, Pieces(korean.size(), 2), 6, 0x110000);
      });
  e.part(
      "cut", {.points = 2},
      [](Case& c) {
        c.give("pieces", cut_word(c.ids("letters"), pairs_of(c.ids("merges")), c.integer("first_piece")));
      },
      [](Cases& cases, Draw& draw) {
        const auto add = [&](const std::string& label, const Pieces& word, const std::vector<Merge>& merges) {
          cases.add(label).ids("letters", word).ids("merges", flat(merges)).integer("first_piece", 100);
        };
        add("the example", {1, 2, 3}, {{2, 3}, {1, 100}});
        add("the first merge takes the letter", {1, 2, 3}, {{2, 3}, {1, 2}});
        add("a merge of merges", {1, 2, 1, 2}, {{1, 2}, {100, 100}});
        add("no merges", {1, 2, 3}, {});
        add("letters that were never seen", {8, 9, 8}, {{1, 2}, {2, 3}});
        add("no letters", {}, {{1, 2}});
        add("three alike", {7, 7, 7}, {{7, 7}});
        add("both orders", {2, 1, 2}, {{1, 2}});
        for (int i = 0; i < 4; ++i)
          add("drawn " + std::to_string(i), draw.ids(16, 1, 3),
              {{2, 1}, {1, 3}, {100, 2}, {3, 2}, {102, 101}, {1, 1}});
      });
  e.now([](Demo& d) {
    std::vector<Pieces> words;
    for (const std::u32string& word : korean) words.push_back(letters(word));
    constexpr int first = 0x110000;
    std::vector<std::u32string> pieces;  // of each merge, its letters
    const auto spelled = [&](int piece) {
      return piece < first ? std::u32string(1, static_cast<char32_t>(piece))
                           : pieces[static_cast<std::size_t>(piece - first)];
    };
    const std::vector<Merge> merges = learn_merges(words, Pieces(words.size(), 1), 4, first);
    for (const auto& [left, right] : merges) pieces.push_back(spelled(left) + spelled(right));
    std::string lines;
    for (const std::u32string word : {U"사과를", U"의사가", U"소년을", U"친구는"}) {
      std::u32string line;
      for (const int piece : cut_word(letters(word), merges, first))
        line += (line.empty() ? U"" : U" | ") + spelled(piece);
      lines += "\n  " + heed::to_utf8(line);
    }
    d.say(
        "Four merges that yours learned from twelve Korean words. Stems become pieces, and so words are cut "
        "that "
        "were not among them:" +
            lines,
        "여러분의 함수가 한국어 단어 열두 개에서 배운 결합 네 번입니다. 어간이 조각이 되어, 처음 보는 단어도 "
        "나눌 수 "
        "있습니다:" +
            lines);
  });
}
