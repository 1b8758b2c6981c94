// Untrained models of every kind that reads text or images.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "models/language_model.hpp"
#include "models/masked_language_model.hpp"
#include "models/sequence_solver.hpp"
#include "models/vit.hpp"
#include "tests/models/small_vit.hpp"

/// Saves one: "integers", "vit", "bert" or "gpt", whose words are a, b and c.
inline void save_small_model(const std::string& kind, const std::filesystem::path& file) {
  using namespace heed;
  Rng rng(3);
  TokenCounts counts;
  counts.add(std::vector<std::string>{"a", "b", "c"});
  const TextTokens tokens{Vocabulary(counts), Tokenizer(Tokenisation::words)};
  if (kind == "integers") {
    constexpr std::int32_t first_symbol = 4;
    const LayerOptions layer{.d_model = 8, .heads = 2, .dim_feedforward = 8, .max_length = 16};
    const Transformer transformer({.source_vocab = first_symbol + 5,
                                   .target_vocab = first_symbol + 5,
                                   .encoder_layers = 1,
                                   .decoder_layers = 1,
                                   .layer = layer},
                                  rng);
    transformer.eval();
    SequenceSolver(transformer, SequenceTask::reverse, first_symbol).save(file);
  } else if (kind == "vit") {
    save_vit(Vit(small_vit, rng), file);
  } else if (kind == "bert") {
    const BertOptions options{.vocabulary = tokens.size() + 1,
                              .max_length = 80,
                              .d_model = 8,
                              .heads = 2,
                              .layers = 1,
                              .dim_feedforward = 8};
    MaskedLanguageModel(Bert(options, rng), tokens).save(file);
  } else {
    const GptOptions options{
        .vocabulary = tokens.size(), .max_length = 12, .d_model = 8, .heads = 2, .layers = 1};
    LanguageModel(Gpt(options, rng), tokens).save(file);
  }
}
