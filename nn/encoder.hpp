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
  std::int64_t layer = 0;  // random blocks are others in each; stacks number theirs

  /// The options of a layer's parts: self-attention has the spec too, with the distance bias that the layers
  /// of a stack share.
  MultiheadAttention::Options of_attention() const;
  MultiheadAttention::Options of_self_attention(Sides sides, const std::optional<DistanceBias>& shared) const;
  LayerNorm::Options of_norm() const { return {.eps = layer_norm_eps, .bias = bias}; }
  Linear::Options of_linear() const { return {.bias = bias, .weight_init = init}; }
  /// Returns the dropout of the hidden layer of the feed-forward network.
  double hidden_dropout() const { return activation_dropout < 0 ? dropout : activation_dropout; }
  /// Returns the bias of a stack.
  DistanceBias distance_bias(Sides sides, Rng& rng) const {
    return {heads, rng, DistanceBias::options_for(attention.positions, sides)};
  }
  /// The options of one layer of a stack: the encoder's have even numbers, the decoder's odd ones.
  LayerOptions numbered(std::int64_t number) const;
};

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
                                            options_.of_self_attention(Sides::both, shared_bias_)));
  Linear linear1 =
      child("linear1", Linear(options_.d_model, options_.dim_feedforward, initial(), options_.of_linear()));
  Linear linear2 =
      child("linear2", Linear(options_.dim_feedforward, options_.d_model, initial(), options_.of_linear()));
  LayerNorm norm1 = child("norm1", LayerNorm(options_.d_model, options_.of_norm()));
  LayerNorm norm2 = child("norm2", LayerNorm(options_.d_model, options_.of_norm()));

 private:
  Dropout dropout_ = child("dropout", Dropout(options_.hidden_dropout()));
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
                     [this] { return options_.distance_bias(Sides::both, initial()); });
  std::vector<EncoderLayer> layers = children("layers", stack_.layers, [this](std::int64_t i) {
    return EncoderLayer(options_.numbered(2 * i), initial(), distance_bias);
  });
  std::optional<LayerNorm> norm = optional_child(
      stack_.final_norm, "norm", [this] { return LayerNorm(options_.d_model, options_.of_norm()); });
};

}  // namespace heed
