// Training on masked words (Devlin et al. 2019, "BERT"): some tokens of a text are hidden and must be found
// again from those on both sides.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "lib/core/tokens.hpp"
#include "lib/data/batches.hpp"
#include "nn/training_task.hpp"

namespace heed::inline HEED_PRECISION {

/// Texts as the model sees them: <bos> text <eos>; of an example with a source, <bos> source <eos> text
/// <eos>, where text and its <eos> are segment 1 and everything else is segment 0.
struct EncoderInput {
  Tokens tokens;    // (B, T), filled up with <pad>
  Tokens segments;  // (B, T): 0 or 1
};
EncoderInput encoder_input(const std::vector<Example>& examples, std::span<const std::size_t> indices);

/// 15 % of the words of an example are chosen, at least one. Of the chosen 80 % become `mask`, 10 % any
/// word, 10 % stay: so that the model cannot take it that what it sees is right.
struct MaskingOptions {
  std::int32_t mask = -1;           // the id that stands for a hidden word
  std::int32_t first = 0, end = 0;  // words have ids from first to end - 1
  double chosen = 0.15, masked = 0.8, replaced = 0.1;
  std::uint64_t seed = 0;
};
struct MaskedBatch {
  EncoderInput input;
  Tokens places;  // (M): of the chosen words, b T + t
  Tokens words;   // (M): what stood there
};
/// `round` draws anew: the choice is a function of (seed, round, number of the example). Throws UsageError
/// for options that cannot be.
MaskedBatch mask_batch(const std::vector<Example>& examples, std::span<const std::size_t> indices,
                       const MaskingOptions& options, std::uint64_t round);

/// Logits (M, V) of the chosen words.
using MaskedLogits = std::function<Variable(const MaskedBatch& batch)>;

struct MaskedTokenOptions {
  BatchOptions batches{};
  MaskingOptions masking{};
  double label_smoothing = 0;
};

/// Cross entropy of each chosen word, others in each epoch; the words chosen for validation are always the
/// same. Throws Error if there is nothing to train on.
TrainingTask masked_token_task(const Module& model, MaskedLogits logits, std::vector<Example> train_set,
                               std::vector<Example> valid_set, const MaskedTokenOptions& options);

}  // namespace heed
