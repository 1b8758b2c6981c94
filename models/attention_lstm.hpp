// Translation before the Transformer: an LSTM reads the source in both directions, another writes the target
// and at each token looks back over what was read (Bahdanau, Cho & Bengio 2015: "Neural Machine Translation
// by Jointly Learning to Align and Translate"; their gated units are LSTMs here, their maxout a tanh).
#pragma once

#include "lib/core/special_ids.hpp"
#include "lib/core/tokens.hpp"
#include "nn/encoder.hpp"
#include "nn/recurrent.hpp"

namespace heed::inline HEED_PRECISION {

struct AttentionLstmOptions {
  std::int64_t source_vocab = 0, target_vocab = 0;  // number of token ids on each side
  std::int64_t d_model = 128;           // width of embeddings and attention, and of each LSTM's state
  double dropout = 0.1;                 // of embeddings, and of what the output projection sees
  std::int64_t max_length = 512;        // tokens a sequence may have; no parameter depends on it
  std::int32_t pad = SpecialIds().pad;  // id that fills up short sequences: nobody looks at it
};

/// Throws UsageError for sizes that cannot be. The constructor calls it.
void check_options(const AttentionLstmOptions& options);

/// e_j = vᵀ tanh(W q + U h_j), α = softmax(e), Σ_j α_j h_j: each memory h_j is scored against the query q by
/// a small net, where a Transformer takes their dot product. Parameters query.weight (C, Cq) W, key.weight
/// (C, Ch) U, score.weight (1, C) v; no biases.
class AdditiveAttention : public Module {
  std::int64_t query_size_, memory_size_, dim_;

 public:
  AdditiveAttention(std::int64_t query_size, std::int64_t memory_size, std::int64_t dim, Rng& rng)
      : Module(rng), query_size_(query_size), memory_size_(memory_size), dim_(dim) {
    has_points({"pattern"});
  }

  /// query (B, 1, Cq), memory (B, S, Ch) and its keys U h (B, S, C), computed once -> (B, 1, Ch). The weights
  /// (B, 1, 1, S) are a point, "pattern".
  Variable operator()(const Variable& query, const Variable& memory, const Variable& keys,
                      const Mask& mask) const;

  Linear query = child("query", Linear(query_size_, dim_, initial(), {.bias = false}));
  Linear key = child("key", Linear(memory_size_, dim_, initial(), {.bias = false}));
  Linear score = child("score", Linear(dim_, 1, initial(), {.bias = false}));
};

/// Decoding keeps this for a batch: what was read, and the state of the LSTM that writes.
struct AttentionLstmState {
  Tokens source;
  Mask mask;  // which source tokens are no padding
  Variable memory, keys;
  RecurrentState lstm;  // (1, B, C)
  std::int32_t pad = SpecialIds().pad;

  /// Rows of the batch in another order, several times, or left out.
  AttentionLstmState select(const std::vector<std::int32_t>& rows) const;
};

/// With x the source embeddings, y the target's:
///
///     h_j = [→h_j; ←h_j] of a bidirectional LSTM over x           (B, S, 2C)
///     s_0 = tanh(W ←h_1 + b)                                        (B, C)
///     c_t = Σ_j α_tj h_j, α of s_(t-1) and h_j                      (B, 2C)
///     s_t = LSTM([y_(t-1); c_t], s_(t-1))                           (B, C)
///     logits = generator(tanh(R [s_t; c_t; y_(t-1)] + r))           (B, Vt)
///
/// Parameters source_embedding.weight, target_embedding.weight, encoder.* and decoder.* as in torch.nn.LSTM,
/// bridge.* (W, b), attention.*, readout.* (R, r), generator.*.
class AttentionLstm : public Module {
  AttentionLstmOptions options_;

 public:
  /// Throws UsageError for sizes that cannot be.
  AttentionLstm(const AttentionLstmOptions& options, Rng& rng);

  /// Logits of the next token at each target position: source (B, S), target (B, T) -> (B, T, Vt), as of a
  /// Transformer.
  Variable operator()(const Tokens& source, const Tokens& target) const;

  /// The two halves: source (B, S) -> memory (B, S, 2C); target (B, T) and memory -> logits (B, T, Vt).
  Variable encode(const Tokens& source) const;
  Variable decode(const Tokens& target, const Variable& memory, const Tokens& source) const;

  /// Decoding token by token: extend() takes the next tokens (B, T) of each row and gives the logits after
  /// them (B, T, Vt). What a token costs does not depend on how many there are, nor does max_length matter.
  AttentionLstmState begin(const Tokens& source, std::int64_t max_length) const;
  Variable extend(const Tokens& tokens, AttentionLstmState& state) const;

  const AttentionLstmOptions& options() const { return options_; }
  std::int64_t max_length() const { return options_.max_length; }

 private:
  /// Before the first token of a decoder that looks at `memory`.
  AttentionLstmState start(const Variable& memory, const Tokens& source) const;
  /// Takes in the tokens (B, T) one by one: logits (B, T, Vt).
  Variable write(const Tokens& tokens, AttentionLstmState& state) const;

 public:
  Embedding source_embedding = child("source_embedding", Embedding(options_.source_vocab, options_.d_model,
                                                                   initial(), {.padding_idx = options_.pad}));
  Embedding target_embedding = child("target_embedding", Embedding(options_.target_vocab, options_.d_model,
                                                                   initial(), {.padding_idx = options_.pad}));
  LSTM encoder =
      child("encoder", LSTM(options_.d_model, options_.d_model, initial(), {.bidirectional = true}));
  Linear bridge = child("bridge", Linear(options_.d_model, options_.d_model, initial()));
  AdditiveAttention attention = child(
      "attention", AdditiveAttention(options_.d_model, 2 * options_.d_model, options_.d_model, initial()));
  LSTM decoder = child("decoder", LSTM(3 * options_.d_model, options_.d_model, initial()));
  Linear readout = child("readout", Linear(4 * options_.d_model, options_.d_model, initial()));
  Linear generator = child("generator", Linear(options_.d_model, options_.target_vocab, initial()));

 private:
  Dropout dropout_ = child("dropout", Dropout(options_.dropout));
};

}  // namespace heed
