// The tasks of remembering.
#pragma once

#include <string>

#include "lib/array/random.hpp"
#include "lib/core/tokens.hpp"

namespace heed::inline HEED_PRECISION {

/// recall: a symbol, then filling, then a mark that asks for it, `distance` tokens behind it.
/// induction: four pairs of a symbol and what comes after it, then filling, then the four symbols in another
/// order: what came after each of them? It stands about `distance` tokens back.
enum class RecallTask { recall, induction };
std::string recall_task_name(RecallTask task);

constexpr std::int64_t recall_symbols = 16;  // to choose from, for each of the three parts
/// Symbols, answers of an induction, filling, and the mark.
constexpr std::int64_t recall_vocabulary = 3 * recall_symbols + 1;

struct RecallBatch {
  Tokens input;   // (B, T)
  Tokens answer;  // (B, 1 or 4): of the last positions of the input
};

/// Random sequences; none is likely to come twice. Throws Error for distances below 1, of an
/// induction below 8, and for no sequences.
RecallBatch recall_batch(RecallTask task, std::int64_t distance, std::int64_t sequences, Rng& rng);

}  // namespace heed
