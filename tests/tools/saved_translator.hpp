// A saved untrained model: what it says is noise, but every part of it is there.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lib/text/vocabulary.hpp"
#include "models/translator.hpp"
#include "tests/lib/files/scratch.hpp"

/// Its path. Of words as people write them, and of some that are none: the end of a script, a picture, right
/// to left.
inline std::string saved_translator(const Scratch& scratch, heed::AttentionSpec attention = {}) {
  using namespace heed;
  TokenCounts counts;
  counts.add(std::vector<std::string>{"나는", "사과를", "좋아한다", "</script>", "🍎", "שלום"});
  const Vocabulary words(counts);
  const auto size = static_cast<std::int64_t>(words.size());
  Rng rng(5);
  const Transformer model({.source_vocab = size,
                           .target_vocab = size,
                           .encoder_layers = 1,
                           .decoder_layers = 1,
                           .layer = {.d_model = 8,
                                     .heads = 2,
                                     .dim_feedforward = 8,
                                     .attention = std::move(attention),
                                     .max_length = 32}},
                          rng);
  model.eval();
  const std::string path = (scratch / "model.safetensors").string();
  Translator(model, {.name = "ko", .vocabulary = words}, {.name = "en", .vocabulary = words}).save(path);
  return path;
}
