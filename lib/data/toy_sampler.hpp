// Draws what a sentence of the embedded grammar means.
#pragma once

#include "lib/data/draws.hpp"
#include "lib/data/toy_sentence.hpp"

namespace heed::toy {

/// A random sentence of level 1, 2, 3 or 4 (see toy_grammar.hpp). Throws UsageError at any other level.
Sentence sample_sentence(int level, Draws& draws);

/// The sentence in the one Korean order that English to Korean translates into, 않다 for every negation.
Sentence in_plain_order(Sentence sentence);

/// How many of these it has at once: a second clause, relative clauses, possessors that are nouns, joined
/// nouns, an object before its subject, a question word. Level 3 has two or more.
int relations_in(const Sentence& sentence);

}  // namespace heed::toy
