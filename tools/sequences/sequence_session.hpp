// Training and testing on sequences of integers.
#pragma once

#include <cstdint>
#include <vector>

#include "lib/data/sequence_tasks.hpp"
#include "models/transformer.hpp"
#include "tools/training/session.hpp"

namespace heed {

struct SequenceSession {
  TransformerOptions model{.encoder_layers = 2,
                           .decoder_layers = 2,
                           .layer = {.d_model = 64, .heads = 4, .dim_feedforward = 256, .dropout = 0}};
  SessionOptions run{.epochs = 12, .learning_rate = 1e-3, .warmup = 200, .label_smoothing = 0};
};

struct SequenceResult {
  Transformer model;  // with the weights of the best epoch
  TrainingResult training;
  std::vector<Example> test{};                        // unseen sequences
  std::vector<std::vector<std::int32_t>> produced{};  // what greedy decoding made of each
  std::int64_t exact = 0;                             // how many are right to the last symbol
};

/// The quality of an epoch is the share of validation sequences that come out exactly right; a perfect epoch
/// ends the training. One vocabulary of ids serves both sides. `corpus` is that of `task`.
SequenceResult run_sequences(const SequenceCorpus& corpus, const SequenceOptions& task,
                             SequenceSession session, const SessionPlace& place = {});

}  // namespace heed
