// Small untrained models of every kind.
#pragma once

#include "models/any_model.hpp"
#include "tests/nn/random_models.hpp"

namespace heed {

/// A Vision Transformer that reads drawn digits as four patches.
inline constexpr VitOptions small_vit{.height = 28,
                                      .width = 28,
                                      .channels = 1,
                                      .patch = 14,
                                      .classes = 10,
                                      .d_model = 8,
                                      .heads = 2,
                                      .layers = 1,
                                      .dim_feedforward = 8};

/// Saves one of the kind, or for "integers" one that reverses; the words of the others are a, b and c.
inline void save_small_model(std::string_view kind, const std::filesystem::path& file) {
  Rng rng(3);
  const Vocabulary words(std::vector<std::string>{"<pad>", "<unk>", "<bos>", "<eos>", "a", "b", "c"});
  const TextTokens tokens(words, Tokenizer(Tokenisation::words));
  const auto translator = [&](const EncoderDecoder& model) {
    Translator(model, {.vocabulary = words}, {.vocabulary = words}).save(file);
  };
  const auto bert = [&] {
    const BertOptions options{.vocabulary = tokens.size() + 1,
                              .max_length = 80,
                              .d_model = 8,
                              .heads = 2,
                              .layers = 1,
                              .dim_feedforward = 8};
    return Bert(options, rng);
  };
  if (kind == "transformer") translator(Transformer(testing::tiny(tokens.size()), rng));
  if (kind == "lstm")
    translator(
        AttentionLstm({.source_vocab = tokens.size(), .target_vocab = tokens.size(), .d_model = 8}, rng));
  if (kind == "integers")
    SequenceSolver(Transformer(testing::tiny(4 + 5), rng), SequenceTask::reverse, 4).save(file);
  if (kind == "vit") save_vit(Vit(small_vit, rng), file);
  if (kind == "bert") MaskedLanguageModel(bert(), tokens).save(file);
  if (kind == "bert_classifier") TextClassifier(bert(), tokens, {"one", "two"}, "").save(file);
  if (kind == "gpt") {
    const GptOptions options{
        .vocabulary = tokens.size(), .max_length = 12, .d_model = 8, .heads = 2, .layers = 1};
    LanguageModel(Gpt(options, rng), tokens).save(file);
  }
}

}  // namespace heed::testing
