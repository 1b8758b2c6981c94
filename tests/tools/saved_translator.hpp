// A saved untrained model: what it says is noise, but every part of it is there.
#pragma once

#include <limits>
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

/// The saved translator with NaN as the first number of one of its tensors.
inline std::string damaged_translator(const Scratch& scratch, const std::string& tensor) {
  using namespace heed;
  const std::string path = saved_translator(scratch);
  const Translator translator = Translator::load(path);
  for (const auto& [name, parameter] : module_of(translator.model()).named_parameters())
    if (name == tensor) Variable(parameter).mutable_data()[0] = std::numeric_limits<Scalar>::quiet_NaN();
  translator.save(path);
  return path;
}
