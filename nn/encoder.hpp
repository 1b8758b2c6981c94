// The encoder: layers of self-attention and feed-forward (Vaswani et al. 2017, section 3.1).
#pragma once

#include <optional>
#include <vector>

#include "nn/multihead_attention.hpp"
#include "nn/positions.hpp"

namespace heed::inline HEED_PRECISION {

/// post: LayerNorm(x + Sublayer(x)), as in the paper.  pre: x + Sublayer(LayerNorm(x)) (Xiong et al. 2020),
/// PyTorch's norm_first = True.
enum class NormOrder { post, pre };

/// All layers of a stack have these in common.
struct LayerOptions {
  std::int64_t d_model = 512;
  std::int64_t heads = 8;
  std::int64_t dim_feedforward = 2048;
  double dropout = 0.1;
  /// They act on the weights of attention, and on the hidden layer of feed-forward; below 0: dropout.
  /// PyTorch has one for all.
  double attention_dropout = -1, activation_dropout = -1;
  Activation activation = Activation::relu;
  NormOrder norm = NormOrder::post;
  double layer_norm_eps = 1e-5;
  bool bias = true;           // of every projection and norm
  AttentionSpec attention{};  // of self-attention, beside what the caller's mask says (padding, the future)
  std::int64_t max_length = 512;  // tokens a sequence may have
  /// The matrices linear1, linear2 and the attention's out_proj start so.
  Init init = Init::uniform_fan_in;
  std::uint64_t layer = 0;  // random blocks are others in each; stacks number theirs
};

/// These turn a layer's options into those of its parts: attention gets dropout (of the weights) and bias,
/// and if it is self-attention the spec, with the distance bias that the layers of a stack share; each
/// LayerNorm layer_norm_eps and bias; each Linear init and bias.
MultiheadAttention::Options attention_options(const LayerOptions& options);
MultiheadAttention::Options self_attention_options(const LayerOptions& options, Sides sides,
                                                   const std::optional<DistanceBias>& shared);
DistanceBias stack_distance_bias(const LayerOptions& options, Sides sides, Rng& rng);
LayerNorm::Options norm_options(const LayerOptions& options);
Linear::Options linear_options(const LayerOptions& options);

/// Returns the dropout of the hidden layer of the feed-forward network.
double activation_dropout(const LayerOptions& options);

/// The options of one layer of a stack: the encoder's have even numbers, the decoder's odd ones.
LayerOptions numbered(LayerOptions options, std::int64_t layer);

/// Parameters as in torch.nn.TransformerEncoderLayer: self_attn, linear1, linear2, norm1, norm2. Points of
/// its own: its result, activation (feed_forward()), and with norms before the sublayers residual1, what
/// stands between them: x + attention.
class EncoderLayer : public Module {
  LayerOptions options_;
  std::optional<DistanceBias> shared_bias_;

 public:
  /// `shared_bias`: that of the stack, if it has one; else attention has one of its own, if it needs one.
  EncoderLayer(const LayerOptions& options, Rng& rng, const std::optional<DistanceBias>& shared_bias = {})
      : Module(rng), options_(options), shared_bias_(shared_bias) {
    has_points({"", "activation"});
    if (options.norm == NormOrder::pre) has_points({"residual1"});
  }
  /// x (B, S, C) -> (B, S, C).
  Variable operator()(const Variable& x, const MultiheadAttention::Call& call) const;

  MultiheadAttention self_attn =
      child("self_attn", MultiheadAttention(options_.d_model, options_.heads, initial(),
                                            self_attention_options(options_, Sides::both, shared_bias_)));
  Linear linear1 = child(
      "linear1", Linear(options_.d_model, options_.dim_feedforward, initial(), linear_options(options_)));
  Linear linear2 = child(
      "linear2", Linear(options_.dim_feedforward, options_.d_model, initial(), linear_options(options_)));
  LayerNorm norm1 = child("norm1", LayerNorm(options_.d_model, norm_options(options_)));
  LayerNorm norm2 = child("norm2", LayerNorm(options_.d_model, norm_options(options_)));

 private:
  Dropout dropout_ = child("dropout", Dropout(activation_dropout(options_)));
  Dropout dropout1_ = child("dropout1", Dropout(options_.dropout));
  Dropout dropout2_ = child("dropout2", Dropout(options_.dropout));
};

struct StackOptions {
  std::int64_t layers = 6;
  /// A LayerNorm after the last layer ("norm"): nn.Transformer has it for both orders.
  bool final_norm = true;
};

/// layers.0 … layers.N-1, norm; distance_bias, which the layers share, if positions are added to the scores.
class Encoder : public Module {
  LayerOptions options_;
  StackOptions stack_;

 public:
  Encoder(const LayerOptions& options, const StackOptions& stack, Rng& rng)
      : Module(rng), options_(options), stack_(stack) {}
  /// x (B, S, C) -> (B, S, C).
  Variable operator()(const Variable& x, const MultiheadAttention::Call& call) const;

  std::optional<DistanceBias> distance_bias =
      optional_child(options_.attention.positions.added_to_scores(), "distance_bias",
                     [this] { return stack_distance_bias(options_, Sides::both, initial()); });
  std::vector<EncoderLayer> layers = children("layers", stack_.layers, [this](std::int64_t i) {
    return EncoderLayer(numbered(options_, 2 * i), initial(), distance_bias);
  });
  std::optional<LayerNorm> norm = optional_child(
      stack_.final_norm, "norm", [this] { return LayerNorm(options_.d_model, norm_options(options_)); });
};

}  // namespace heed
