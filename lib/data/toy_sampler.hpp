// Draws what a sentence of the embedded grammar means.
#pragma once

#include "lib/data/draws.hpp"
#include "lib/data/toy_sentence.hpp"

namespace heed::toy {

/// A random sentence of level 1, 2, 3 or 4 (see toy_grammar.hpp). Throws UsageError at any other level.
Sentence sample_sentence(int level, Draws& draws);

}  // namespace heed::toy
