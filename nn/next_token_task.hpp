// Training by teacher forcing: each token of a sequence from the true ones before it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "lib/core/tokens.hpp"
#include "lib/data/batches.hpp"
#include "nn/training_task.hpp"

namespace heed::inline HEED_PRECISION {

/// With a target w1 … wn the decoder is fed <bos> w1 … wn and shall answer w1 … wn <eos>: at each position it
/// sees the true tokens before it, never the one to predict (teacher forcing, Williams & Zipser 1989). A
/// piece of a long text begins with the token before it instead of <bos>, and <eos> is for the last piece
/// alone.
struct Batch {
  Tokens source;                   // (B, S): s1 … sm <eos>, filled up with <pad>
  Tokens target_in;                // (B, T): <bos> w1 … wn <pad> …
  Tokens target_out;               // (B, T): w1 … wn <eos> <pad> …
  std::int64_t target_tokens = 0;  // of target_out, without padding: what a loss is divided by
};

Batch make_batch(const std::vector<Example>& examples, std::span<const std::size_t> indices);

/// Sources alone, each closed by <eos>: (B, S).
Tokens make_sources(std::span<const std::vector<std::int32_t>> sources);

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
