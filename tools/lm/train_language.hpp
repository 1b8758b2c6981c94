// From a text to a language model.
#pragma once

#include "models/language_model.hpp"
#include "tools/lm/language_data.hpp"
#include "tools/training/session.hpp"

namespace heed {

struct LanguageSession {
  GptOptions model{
      .max_length = 128, .d_model = 128, .heads = 4, .layers = 3, .dim_feedforward = 512, .dropout = 0};
  SessionOptions run{.epochs = 3, .batch_sentences = 64, .warmup = 200, .label_smoothing = 0};
  SamplingOptions samples{};  // how the samples are drawn that are shown after each epoch
  std::int64_t shown = 2;     // so many
};

/// The session's model is trained.
using TrainedLanguage = TrainedModel<LanguageModel>;
TrainedLanguage train_language(const LanguageData& data, LanguageSession session, const SessionPlace& place);

/// How well a model knows the test; zeros if there is none.
struct Knowledge {
  double perplexity = 0;        // of a token
  double bits_a_line = 0;       // of all its tokens and its end
  double bits_a_character = 0;  // the end of a line is one
  double share_of_grammar = 0;  // bits_a_line / those that the grammar needs; 0: another text
};
Knowledge knowledge(const Gpt& model, const LanguageData& data);

}  // namespace heed
