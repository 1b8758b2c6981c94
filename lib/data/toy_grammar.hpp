// The embedded corpus: Korean and English sentences from a grammar written in code, so that a first
// translation needs no data file.
//
// It asks much of a model: no word can be translated by itself, and most need more than one other word at
// once.
//
// Level 1 has one clause. The order turns from subject–object–verb to subject–verb–object. The English verb
// needs its Korean stem, the tense at the end of the sentence, the negation, and the person and number of the
// subject (소년은 좋아하지 않는다: "does not love"); the article and number of an object need the verb
// (사과를 먹는다 "an apple", 사과를 좋아한다 "apples"); 쓰다 is "write" or "wear", 부르다 "call" or "sing",
// as the object says.
//
// Level 2 adds free Korean word order, in which only the particles tell who does what to whom
// (사과를 소년이 먹었다), possessors, joined nouns, question words that move to the front, places, frequency,
// relative clauses that move behind their noun, and two clauses.
//
// Level 3 has longer sentences with at least two of these at once. One English verb then needs, at the same
// moment, its own stem, a subject on the far side of a relative clause (agreement), the object (which verb),
// and the last verb of the sentence (먹고 has no tense of its own): several relations at the same position,
// which is what several heads are said to be for.
//
// Level 4 is what people type: polite, formal and casual endings, 저 and 나, dropped subjects, objects and
// particles, 하고 and 한테, full stops and missing question marks, requests (빨리 와), somebody called,
// "shall we", 못, -아 보다, -고 싶다, -고 있다, -을 수 있다, -아야 하다, -아서, 이다 and 있다, everyday words
// and greetings. The English does not show how it was said.
#pragma once

#include <cstddef>
#include <cstdint>

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
/// - Translation is a function: a source has one target.
/// - No two pairs of the corpus share a source or a target (but for level 4, in training alone: greetings
/// come
///   several times, and what can be said in several ways in several of them).
/// - The first training pair is 나는 사과를 좋아한다 / I love apples.
/// - Every word of valid and test is at least five times in training. Of a few hundred training pairs that
/// may
///   leave few or none: then valid and test have fewer pairs, and where these would be too few, rarer words.
/// - English is in lower case but for I, English and names; statements end without a period.
/// - From English to Korean the Korean is in the plain order, with -지 않다.
///
/// No sentence of valid or test can be put together from the translations that its words had in training, in
/// the order of the source, with any words left out (WordLookup::can_produce). Throws UsageError if the level
/// does not exist or the grammar has not that many sentences (about 120,000 at level 1), or, of less than 50
/// training pairs, none to judge by.
Corpus toy_corpus(const ToyOptions& options = {});

}  // namespace heed
