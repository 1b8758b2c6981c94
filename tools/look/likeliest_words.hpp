// Logits as a person reads them: which words would come next, and how probable each is.
#pragma once

#include <string>

#include "lib/report/terminal.hpp"
#include "tools/look/looking.hpp"

namespace heed {

/// "0.907"; "<0.001" for what would be 0.000 and is not 0.
std::string probability_text(double p, int digits);

/// Of logits (1, T, V): for each position the five words with the largest softmax (fewer on a narrow
/// terminal), most probable first; ● is the one that follows. Nothing but what is said for a position whose
/// softmax is NaN.
std::string likeliest_words(const Looked& looked, const std::string& point, const Array& logits,
                            const Terminal& terminal);

/// Of dL/dlogits, which for L = -Σ log p is p − 1 at the word that follows and p at all others: for each
/// position the five words with the largest |gradient|.
std::string largest_gradients(const Looked& looked, const std::string& point, const Array& gradients,
                              const Terminal& terminal);

}  // namespace heed
