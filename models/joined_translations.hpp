// Sentences that were translated one by one, as one text.
#pragma once

#include <vector>

#include "models/translator.hpp"

namespace heed::inline HEED_PRECISION {

/// Their translations with a space between, and behind each its end mark; empty ones leave none. Alternatives
/// of the same rank belong together, by the sum of their scores.
Translation joined(std::vector<Translation> parts);

/// Weights of each sentence at its own words, and 0 elsewhere.
TranslationAttention joined(const std::vector<TranslationAttention>& parts);

}  // namespace heed
