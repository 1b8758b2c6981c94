// The translations that a beam search ends with, token by token.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/translator.hpp"

namespace heed::inline HEED_PRECISION {

struct BeamPath {
  std::vector<std::string> tokens{};  // with <eos>, if it came to an end
  std::vector<double> probability{};  // of each token, given those before it
  std::string text;                   // as a person writes it
  double score = 0;                   // log p / length penalty
};

/// The `beam` best of the sentence, best first. Nothing of a sentence without tokens.
std::vector<BeamPath> beam_paths(const Translator& translator, const std::string& sentence,
                                 std::int64_t beam);

}  // namespace heed
