// What the learner's BLEU is compared on.
#pragma once

#include <utility>
#include <vector>

#include "exercises/translator/parts.hpp"

namespace heed::translator {

/// Hypotheses and references with which BLEU is compared: none, half or all damaged, on either side; each
/// sentence said twice, so that both sides repeat n-grams; and three words of each, which have no n-gram of
/// four.
std::vector<std::pair<Rows, Rows>> damaged_pairs(Rows translations, Rows meant);

}  // namespace heed::translator
