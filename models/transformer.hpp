// The Transformer of "Attention Is All You Need": from source tokens to the logits of target tokens.
#pragma once

#include "lib/core/special_ids.hpp"
#include "lib/core/tokens.hpp"
#include "nn/decoder.hpp"
#include "nn/positions.hpp"

namespace heed::inline HEED_PRECISION {

/// none: three matrices. target: the decoder's embedding is also the output projection. all: source and
/// target share a vocabulary, and one matrix serves as both embeddings and as the output projection
/// (section 3.4 of the paper).
enum class Tie { none, target, all };

/// A norm behind the last layer of each stack: torch.nn.Transformer has it; the paper and Marian do not.
enum class FinalNorm { yes, no };

/// Defaults are those of torch.nn.Transformer.
struct TransformerOptions {
  std::int64_t source_vocab = 0, target_vocab = 0;  // number of token ids on each side
  std::int64_t encoder_layers = 6, decoder_layers = 6;
  LayerOptions layer{};  // of both stacks
  FinalNorm final_norm = FinalNorm::yes;
  Tie tie = Tie::none;
  std::int32_t pad = SpecialIds().pad;  // id that fills up short sequences: nobody attends to it
};

/// Throws UsageError for sizes that cannot be, such as heads that do not divide d_model. The constructor
/// calls it.
void check_options(const TransformerOptions& options);

/// Decoding keeps this for a batch: the caches of all layers and which source positions are padding.
struct DecodingState {
  std::vector<DecoderLayerCache> layers;
  Tokens source;
  Mask memory_mask;
  std::int64_t position = 0;  // tokens decoded so far
  std::int32_t pad = SpecialIds().pad;

  /// Rows of the batch in another order, several times, or left out.
  DecodingState select(const std::vector<std::int32_t>& rows) const;
};

/// Parameters: source_embedding.weight (Vs, C), target_embedding.weight (Vt, C), encoder.*, decoder.* as in
/// torch.nn.Transformer (encoder.norm and decoder.norm as final_norm says), generator.weight (Vt, C),
/// generator.bias (Vt).
/// All matrices start Xavier uniform, as there; embeddings as well. They are multiplied by √C when they are
/// used.
class Transformer : public Module {
  TransformerOptions options_;
  LayerOptions layer_options() const;
  StackOptions stack_options(std::int64_t layers) const;
  Embedding::Options embedding_options(const Variable& shared_weight = {}) const;

 public:
  /// Throws UsageError for sizes that cannot be.
  Transformer(const TransformerOptions& options, Rng& rng);

  /// Logits of the next token at each target position: source (B, S), target (B, T) -> (B, T, Vt). Position t
  /// sees target tokens 0…t; the target is fed shifted right (teacher forcing).
  Variable operator()(const Tokens& source, const Tokens& target) const;

  /// The two halves: source (B, S) -> memory (B, S, C); target (B, T) and memory -> logits (B, T, Vt).
  Variable encode(const Tokens& source) const;
  Variable decode(const Tokens& target, const Variable& memory, const Tokens& source) const;

  /// Decoding with caches. begin() encodes the source; extend() takes the next tokens (B, T) of each row and
  /// gives the logits after them (B, T, Vt), equal to decode() of all tokens so far if none of them is the
  /// pad id: decode() lets nobody attend to padding, the caches keep no record of it in the target.
  DecodingState begin(const Tokens& source, std::int64_t max_length) const;
  Variable extend(const Tokens& tokens, DecodingState& state) const;

  const TransformerOptions& options() const { return options_; }
  std::int64_t max_length() const { return options_.layer.max_length; }

  Embedding source_embedding =
      child("source_embedding",
            Embedding(options_.source_vocab, options_.layer.d_model, initial(), embedding_options()));
  Embedding target_embedding =
      child("target_embedding",
            Embedding(options_.target_vocab, options_.layer.d_model, initial(),
                      embedding_options(options_.tie == Tie::all ? source_embedding.weight : Variable())));
  PositionalEncoding position =
      child("position", PositionalEncoding(options_.layer.d_model, initial(),
                                           {.kind = options_.layer.attention.positions.kind,
                                            .max_length = options_.layer.max_length,
                                            .dropout = options_.layer.dropout}));
  Encoder encoder =
      child("encoder", Encoder(layer_options(), stack_options(options_.encoder_layers), initial()));
  Decoder decoder =
      child("decoder", Decoder(layer_options(), stack_options(options_.decoder_layers), initial()));
  Linear generator =
      child("generator",
            Linear(options_.layer.d_model, options_.target_vocab, initial(),
                   {.weight_init = Init::xavier_uniform,
                    .bias_init = Init::zeros,
                    .shared_weight = options_.tie == Tie::none ? Variable() : target_embedding.weight}));
};

}  // namespace heed
