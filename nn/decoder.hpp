// The decoder: causal self-attention, attention to the encoder's output, feed-forward.
#pragma once

#include "nn/encoder.hpp"

namespace heed {

/// What a decoder layer keeps between two tokens.
struct DecoderLayerCache {
  KeyValueCache self;    // grows by a row for each token
  KeyValueCache memory;  // the projected encoder output, fixed
};

/// Parameters as in torch.nn.TransformerDecoderLayer: self_attn, multihead_attn (the cross-attention),
/// linear1, linear2, norm1, norm2, norm3.
class DecoderLayer : public Module {
 public:
  DecoderLayer(const LayerOptions& options, Rng& rng);
  /// x (B, T, C), memory (B, S, C) -> (B, T, C).
  Variable operator()(const Variable& x, const Variable& memory, const MultiheadAttention::Call& self,
                      const MultiheadAttention::Call& cross) const;
  /// The same for the next positions x (B, T, C) alone, given those before them in the cache.
  Variable extend(const Variable& x, DecoderLayerCache& cache, const MultiheadAttention::Call& self,
                  const MultiheadAttention::Call& cross) const;

  MultiheadAttention self_attn, multihead_attn;
  Linear linear1, linear2;
  LayerNorm norm1, norm2, norm3;

 private:
  template <typename Self, typename Cross>
  Variable run(const Variable& x, Self self, Cross cross) const;

  Dropout dropout_, dropout1_, dropout2_, dropout3_;
  LayerOptions options_;
};

/// layers.0 … layers.N-1, norm; distance_bias.
class Decoder : public Module {
 public:
  Decoder(const LayerOptions& options, const StackOptions& stack, Rng& rng);
  /// x (B, T, C), memory (B, S, C) -> (B, T, C).
  Variable operator()(const Variable& x, const Variable& memory, const Mask& mask, const Mask& memory_mask,
                      AttentionTrace* trace = nullptr) const;
  Variable extend(const Variable& x, std::vector<DecoderLayerCache>& caches, const Mask& memory_mask,
                  AttentionTrace* trace = nullptr) const;

  std::vector<DecoderLayer> layers;
  std::optional<LayerNorm> norm;
  std::optional<DistanceBias> distance_bias;  // of self-attention

 private:
  Mask attention_;
};

}  // namespace heed
