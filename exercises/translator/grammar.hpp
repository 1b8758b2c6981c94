// The small grammar: a few hundred sentences of four subjects, six objects with or without an adjective, four
// verbs that take them, and three that stand alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exercises/translator/model.hpp"
#include "lib/text/vocabulary.hpp"

namespace heed::translator {

struct Pair {
  std::string korean, english;
};

/// Every fifth sentence is held out of training.
struct Grammar {
  Grammar();
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
