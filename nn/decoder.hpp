// The decoder: causal self-attention, attention to the encoder's output, feed-forward.
#pragma once

#include "nn/encoder.hpp"

namespace heed::inline HEED_PRECISION {

/// A decoder layer keeps this between two tokens.
struct DecoderLayerCache {
  AttentionCache self;   // of the tokens so far
  KeyValueCache memory;  // the projected encoder output, fixed
};

/// Parameters as in torch.nn.TransformerDecoderLayer: self_attn, multihead_attn (the cross-attention),
/// linear1, linear2, norm1, norm2, norm3. Points as in EncoderLayer, and residual2 behind the
/// cross-attention.
class DecoderLayer : public Module {
  LayerOptions options_;
  std::optional<DistanceBias> shared_bias_;

 public:
  DecoderLayer(const LayerOptions& options, Rng& rng, const std::optional<DistanceBias>& shared_bias = {})
      : Module(rng), options_(options), shared_bias_(shared_bias) {
    has_points({"", "activation"});
    if (options.norm == NormOrder::pre) has_points({"residual1", "residual2"});
  }
  /// x (B, T, C), memory (B, S, C) -> (B, T, C).
  Variable operator()(const Variable& x, const Variable& memory, const MultiheadAttention::Call& self,
                      const MultiheadAttention::Call& cross) const;
  /// The same for the next positions x (B, T, C) alone, given those before them in the cache.
  Variable extend(const Variable& x, DecoderLayerCache& cache, const MultiheadAttention::Call& self,
                  const MultiheadAttention::Call& cross) const;

  MultiheadAttention self_attn =
      child("self_attn", MultiheadAttention(options_.d_model, options_.heads, initial(),
                                            options_.of_self_attention(Sides::past, shared_bias_)));
  MultiheadAttention multihead_attn =
      child("multihead_attn",
            MultiheadAttention(options_.d_model, options_.heads, initial(), options_.of_attention()));
  Linear linear1 =
      child("linear1", Linear(options_.d_model, options_.dim_feedforward, initial(), options_.of_linear()));
  Linear linear2 =
      child("linear2", Linear(options_.dim_feedforward, options_.d_model, initial(), options_.of_linear()));
  LayerNorm norm1 = child("norm1", LayerNorm(options_.d_model, options_.of_norm()));
  LayerNorm norm2 = child("norm2", LayerNorm(options_.d_model, options_.of_norm()));
  LayerNorm norm3 = child("norm3", LayerNorm(options_.d_model, options_.of_norm()));

 private:
  template <typename Self, typename Cross>
  Variable run(const Variable& x, Self self, Cross cross) const;

  Dropout dropout_ = child("dropout", Dropout(options_.hidden_dropout()));
  Dropout dropout1_ = child("dropout1", Dropout(options_.dropout));
  Dropout dropout2_ = child("dropout2", Dropout(options_.dropout));
  Dropout dropout3_ = child("dropout3", Dropout(options_.dropout));
};

/// layers.0 … layers.N-1, norm; distance_bias, as in the encoder.
class Decoder : public Module {
  LayerOptions options_;
  StackOptions stack_;

 public:
  Decoder(const LayerOptions& options, const StackOptions& stack, Rng& rng)
      : Module(rng), options_(options), stack_(stack) {}
  /// x (B, T, C), memory (B, S, C) -> (B, T, C).
  Variable operator()(const Variable& x, const Variable& memory, const MultiheadAttention::Call& self,
                      const MultiheadAttention::Call& cross) const;
  /// The next positions x (B, T, C) alone; `cross` is what the memory's mask says.
  Variable extend(const Variable& x, std::vector<DecoderLayerCache>& caches,
                  const MultiheadAttention::Call& cross) const;

  std::optional<DistanceBias> distance_bias =  // of self-attention
      optional_child(options_.attention.positions.added_to_scores(), "distance_bias",
                     [this] { return options_.distance_bias(Sides::past, initial()); });
  std::vector<DecoderLayer> layers = children("layers", stack_.layers, [this](std::int64_t i) {
    return DecoderLayer(options_.numbered(2 * i + 1), initial(), distance_bias);
  });
  std::optional<LayerNorm> norm = optional_child(
      stack_.final_norm, "norm", [this] { return LayerNorm(options_.d_model, options_.of_norm()); });
};

}  // namespace heed
