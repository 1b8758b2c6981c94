// The small grammar: a few hundred sentences of four subjects, six objects with or without an adjective, four
// verbs that take them, and three that stand alone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "exercises/translator/model.hpp"
#include "lib/text/vocabulary.hpp"

namespace heed::translator {

struct Pair {
  std::string korean, english;
};

/// One sentence of five is held out of training: which, and the order of the others, is drawn.
struct Grammar {
  explicit Grammar(std::uint64_t seed);
  std::uint64_t seed;
  std::vector<Pair> train, held_out;
  Vocabulary korean, english;

  Sentence sentence(const Pair& pair) const;
  std::vector<Sentence> sentences(const std::vector<Pair>& pairs) const;
  /// Ids with <eos> behind them.
  std::vector<int> source(std::string_view text) const;
  /// The Korean words of a text that the grammar does not have: nobody has learnt them.
  std::vector<std::string> unknown(std::string_view text) const;
  std::string text(const std::vector<int>& target) const;
};

}  // namespace heed::translator
