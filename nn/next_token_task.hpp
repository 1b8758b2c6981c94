// Training by teacher forcing: each token of a sequence from the true ones before it.
#pragma once

#include <functional>
#include <vector>

#include "nn/batch.hpp"
#include "nn/training_task.hpp"

namespace heed::inline HEED_PRECISION {

/// Logits (B, T, V) of the tokens batch.target_out: of an encoder-decoder model(source, target_in), of a
/// language model model(target_in), which uses no source.
using BatchLogits = std::function<Variable(const Batch& batch)>;

struct NextTokenOptions {
  BatchOptions batches{};
  double label_smoothing = 0;
  /// The training examples of an epoch where they are others each time (words cut up anew); a function of the
  /// epoch alone. Left out: always the same.
  std::function<std::vector<Example>(std::uint64_t epoch)> examples_of{};
};

/// Cross entropy of each target token, <eos> included. Throws Error if there is nothing to train on.
TrainingTask next_token_task(const Module& model, BatchLogits logits, std::vector<Example> train_set,
                             std::vector<Example> valid_set, const NextTokenOptions& options = {});

/// Cross entropy in nats a target token, without dropout and smoothing.
double next_token_loss(const Module& model, const BatchLogits& logits, const std::vector<Example>& examples,
                       std::size_t sentences = 64);

}  // namespace heed
