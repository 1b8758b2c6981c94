// A small translator, trained once in each process that asks for it.
#pragma once

#include "lib/data/toy_grammar.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed::testing {

inline const TranslationData& training_data() {
  static const TranslationData all =
      make_translation_data(toy_corpus({.train = 1000, .valid = 50, .test = 100, .level = 1}), {});
  return all;
}

inline const Translator& trained_translator() {
  static const Translator trained =
      train_translator(training_data(),
                       {.model = {.encoder_layers = 1,
                                  .decoder_layers = 2,
                                  .layer = {.d_model = 32, .heads = 2, .dim_feedforward = 64}},
                        .run = {.epochs = 6, .batch_sentences = 16, .learning_rate = 5e-3, .warmup = 60}},
                       {.talk = Talk::bar})
          .translator;
  return trained;
}

}  // namespace heed::testing
