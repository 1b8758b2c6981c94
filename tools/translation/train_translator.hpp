// From a corpus to a translator.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "models/attention_lstm.hpp"
#include "models/transformer.hpp"
#include "models/translator.hpp"
#include "tools/training/session.hpp"
#include "tools/translation/data.hpp"

namespace heed {

/// Names the encoder-decoder that is trained.
enum class Architecture { transformer, lstm };

struct TranslationSession {
  Architecture architecture = Architecture::transformer;
  TransformerOptions model{.encoder_layers = 2,
                           .decoder_layers = 2,
                           .layer = {.d_model = 128, .heads = 4, .dim_feedforward = 256}};
  SessionOptions run{};
};

/// Throws UsageError for settings that cannot work (heads that do not divide d_model), before a corpus is
/// read.
void check_session(const TranslationSession& session);

/// The settings that an LSTM shares with a Transformer.
AttentionLstmOptions lstm_options(const TransformerOptions& options);

/// session.run with the width of the model, and for an LSTM with the learning rate that stands for 0: twice
/// automatic_learning_rate().
SessionOptions run_of(const TranslationSession& session);

struct TrainedTranslator {
  Translator translator;  // with the weights of the best epoch
  TrainingResult training;
};

/// The best epoch is the one whose greedy translations of the validation part have the highest BLEU
/// (judged_bleu() of scores.hpp). Interrupted in the first epoch, it has the weights so far.
TrainedTranslator train_translator(const TranslationData& data, TranslationSession session,
                                   const SessionPlace& place = {});

/// Passes over so many pairs that make some 3,500 steps: 5 at least, 50 at most.
std::int64_t usual_epochs(std::size_t pairs, const SessionOptions& options);

/// Hashes of the data and the vocabularies, as settings that must be the same when a training goes on.
nlohmann::json data_identity(const TranslationData& data);

/// The sources of a part, in its order.
std::vector<std::vector<std::int32_t>> sources_of(const TranslationSplit& split);

}  // namespace heed
