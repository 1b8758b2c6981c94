// Which words of the embedded grammar's sentences follow from the words around them.
#pragma once

#include <vector>

#include "lib/data/toy_text.hpp"

namespace heed {

/// For each sentence of toy_text(options), for each of its words as split_words() gives them, 1 if the
/// grammar has been found to have no sentence that differs in this word alone, else 0.
///
/// Of each choice that led to the sentence the others are tried: the choices after it are made as they were,
/// and where one is asked for that was not asked for before (another verb takes other objects), it is tried
/// in all its ways, up to some depth. So a word with a 0 has another one in its place in a sentence that was
/// written; of the words with a 1, few have one that was not found.
std::vector<std::vector<int>> determined_words(const ToyTextOptions& options);

}  // namespace heed
