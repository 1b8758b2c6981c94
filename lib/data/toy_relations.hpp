// What makes a sentence of the embedded grammar hard to read with one look.
#pragma once

#include "lib/data/toy_sentence.hpp"

namespace heed::toy {

/// How many of these it has at once: a second clause, relative clauses, possessors that are nouns, joined
/// nouns, an object before its subject, a question word. Level 3 has two or more.
int relations_in(const Sentence& sentence);

}  // namespace heed::toy
