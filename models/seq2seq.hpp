// Training an encoder-decoder on sentence pairs (nn/next_token_task.hpp), and decoding with it
// (nn/decoding.hpp).
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "models/attention_lstm.hpp"
#include "models/transformer.hpp"
#include "nn/decoding.hpp"
#include "nn/next_token_task.hpp"

namespace heed::inline HEED_PRECISION {

/// Throws what check_options() throws, but of vocabularies: for options whose data are not read yet.
template <typename Options>
void check_sizes(Options options) {
  options.source_vocab = options.target_vocab = 1;
  check_options(options);
}

/// A model that reads one sequence and writes another, whichever it is. A copy is the same model.
using EncoderDecoder = std::variant<Transformer, AttentionLstm>;

Module module_of(const EncoderDecoder& model);
/// Tokens that it can read, <eos> included.
std::int64_t max_length(const EncoderDecoder& model);

/// Cross entropy of each target token given the source and the true ones before it. Throws Error if there is
/// nothing to train on.
TrainingTask seq2seq_task(const EncoderDecoder& model, std::vector<Example> train_set,
                          std::vector<Example> valid_set, const NextTokenOptions& options = {});

/// Cross entropy in nats a target token, without dropout.
double evaluate_loss(const EncoderDecoder& model, const std::vector<Example>& examples,
                     std::size_t sentences = 64);

/// Nothing decoded yet of source (B, S), whose rows end with <eos> and are filled up with padding. Throws
/// ShapeError for a source of another shape, Error if the model is in training mode.
std::unique_ptr<Continuation> begin_decoding(const EncoderDecoder& model, const Tokens& source,
                                             const DecodingOptions& options = {});

/// The n best translations of each row of source (B, S), by one model or by several together: an ensemble().
/// Samples are sorted by their probability.
std::vector<std::vector<Hypothesis>> generate(const std::vector<EncoderDecoder>& models, const Tokens& source,
                                              const GenerationOptions& options = {});

/// Translations of source (B, S), as above, from <bos> on; the model's own pad id is never produced.
std::vector<Hypothesis> greedy_decode(const EncoderDecoder& model, const Tokens& source,
                                      const DecodingOptions& options = {});
std::vector<std::vector<Hypothesis>> beam_search(const EncoderDecoder& model, const Tokens& source,
                                                 const BeamOptions& options = {});

}  // namespace heed
