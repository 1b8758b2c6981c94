// The embedded corpus: Korean and English sentences from a grammar written in code, so that a first
// translation needs no data file. No word can be translated by itself, and most need several others at once.
//
// Level 1 has one clause. The English verb needs its Korean stem, the tense at the end of the sentence, the
// negation, and its subject; an object's article and number need the verb (사과를 먹는다 "an apple", 사과를
// 좋아한다 "apples"); 쓰다 is "write" or "wear", as the object says. Level 2 adds free Korean word order,
// possessors, joined nouns, question words, places, frequency, relative clauses, and two clauses. Level 3 has
// at least two of these at once: several relations at the same position, which is what several heads are said
// to be for. Level 4 is what people type: four levels of speech, what they leave out, requests, moods,
// everyday words and greetings. The English does not show how it was said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lib/data/corpus.hpp"

namespace heed {

enum class Direction { korean_to_english, english_to_korean };

struct ToyOptions {
  Direction direction = Direction::korean_to_english;
  std::size_t train = 20000, valid = 500, test = 500;  ///< pairs
  std::uint64_t seed = 0;
  int level = 2;  ///< 1 simple clauses, 2 all kinds of sentences, 3 long sentences with two relations at
                  ///< once, 4 everyday
};

/// The corpus, with the alignment of its words. A function of the options alone.
///
/// - Translation is a function: a source has one target. No two pairs share a source or a target, but in
///   training at level 4: there greetings come several times, and so does what is said in several ways.
/// - The first training pair is 나는 사과를 좋아한다 / I love apples.
/// - Every word of valid and test is at least five times in training. Where a small training leaves few such
///   pairs, valid and test have fewer; where these would be too few, rarer words.
/// - No sentence of valid or test can be put together from its words' translations in training
///   (WordLookup::can_produce).
/// - English is in lower case but for I, English and names; statements end without a period. From English to
///   Korean the Korean is in the plain order, with -지 않다.
///
/// Throws UsageError if the level does not exist or the grammar has not that many sentences (about 120,000 at
/// level 1), or, of less than 50 training pairs, none to judge by.
Corpus toy_corpus(const ToyOptions& options = {});

/// Translation word by word, the thing that a Transformer has to beat: a dictionary from aligned pairs. A
/// word's translation in one sentence is the words aligned with it, in target order.
class WordLookup {
 public:
  explicit WordLookup(const std::vector<SentencePair>& train);

  /// Is there any choice of translations seen in training, one for each source word or none at all, that
  /// gives the target in source order? What no dictionary of this kind can reach, the best one cannot either.
  bool can_produce(const SentencePair& pair) const;

 private:
  std::map<std::string, std::set<std::vector<std::string>>> glosses_;
};

}  // namespace heed
