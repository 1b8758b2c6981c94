// The training of a translator as a person chooses it: which encoder-decoder, and how it is trained.
#pragma once

#include "models/attention_lstm.hpp"
#include "models/transformer.hpp"
#include "tools/training/session.hpp"

namespace heed {

/// Which encoder-decoder is trained.
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

}  // namespace heed
