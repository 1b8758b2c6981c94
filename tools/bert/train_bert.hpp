// From a text to a model of masked words, and how much of the grammar it has understood.
#pragma once

#include "models/masked_language_model.hpp"
#include "tools/lm/language_data.hpp"
#include "tools/training/session.hpp"

namespace heed {

struct BertSession {
  BertOptions model{.max_length = 64,
                    .classes = 3,
                    .d_model = 128,
                    .heads = 4,
                    .layers = 3,
                    .dim_feedforward = 256,
                    .dropout = 0};
  SessionOptions run{.epochs = 8, .batch_sentences = 64, .warmup = 400, .label_smoothing = 0};
};

/// The session's model is trained.
using TrainedBert = TrainedModel<MaskedLanguageModel>;
TrainedBert train_bert(const LanguageData& data, BertSession session, const SessionPlace& place);

/// Words of sentences that are hidden one at a time, and how many of them the model names.
struct Recovered {
  std::int64_t sentences = 0;
  std::int64_t words = 0, found = 0;
  std::int64_t determined = 0, determined_found = 0;  // those for which the grammar has no other word
  std::int64_t determined_most = 0;  // of these, how often the most frequent word is the hidden one
};
/// Takes the first `sentences` test sentences of the grammar, without those in training or validation.
Recovered recover_words(const MaskedLanguageModel& model, const TextChoice& text, std::size_t sentences);

}  // namespace heed
