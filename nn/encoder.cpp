#include "nn/encoder.hpp"

namespace heed {

MultiheadAttention::Options attention_options(const LayerOptions& o) {
  return {.dropout = o.dropout, .bias = o.bias};
}

MultiheadAttention::Options self_attention_options(const LayerOptions& o) {
  MultiheadAttention::Options options = attention_options(o);
  if (o.position == Position::rotary) options.rotary_base = 10'000;
  return options;
}

LayerNorm::Options norm_options(const LayerOptions& o) { return {.eps = o.layer_norm_eps, .bias = o.bias}; }

EncoderLayer::EncoderLayer(const LayerOptions& o, Rng& rng)
    : self_attn(child("self_attn", MultiheadAttention(o.d_model, o.heads, rng, self_attention_options(o)))),
      linear1(child("linear1", Linear(o.d_model, o.dim_feedforward, rng, {.bias = o.bias}))),
      linear2(child("linear2", Linear(o.dim_feedforward, o.d_model, rng, {.bias = o.bias}))),
      norm1(child("norm1", LayerNorm(o.d_model, norm_options(o)))),
      norm2(child("norm2", LayerNorm(o.d_model, norm_options(o)))),
      dropout_(child("dropout", Dropout(o.dropout))),
      dropout1_(child("dropout1", Dropout(o.dropout))),
      dropout2_(child("dropout2", Dropout(o.dropout))),
      options_(o) {
  seed_dropout(rng.fork(0));
}

Variable EncoderLayer::operator()(const Variable& x, const MultiheadAttention::Call& call) const {
  const auto attend = [&](const Variable& v) { return self_attn(v, v, v, call); };
  const auto forward = [&](const Variable& v) {
    return feed_forward(v, linear1, linear2, options_.activation, dropout_);
  };
  if (options_.norm == NormOrder::pre) {
    const Variable h = x + dropout1_(attend(norm1(x)));
    return h + dropout2_(forward(norm2(h)));
  }
  const Variable h = norm1.after_residual(x, attend(x), dropout1_);
  return norm2.after_residual(h, forward(h), dropout2_);
}

std::optional<DistanceBias> make_distance_bias(const LayerOptions& o, Sides sides, Rng& rng) {
  if (o.position != Position::alibi && o.position != Position::t5) return std::nullopt;
  return DistanceBias(o.heads, rng, {.kind = o.position, .sides = sides});
}

Encoder::Encoder(const LayerOptions& options, const StackOptions& stack, Rng& rng)
    : attention_(options.attention) {
  for (std::int64_t i = 0; i < stack.layers; ++i)
    layers.push_back(child(fmt::format("layers.{}", i), EncoderLayer(options, rng)));
  if (stack.final_norm) norm = child("norm", LayerNorm(options.d_model, norm_options(options)));
  if (auto bias = make_distance_bias(options, Sides::both, rng))
    distance_bias = child("distance_bias", *bias);
  seed_dropout(rng.fork(0));
}

Variable Encoder::operator()(const Variable& x, const Mask& mask, AttentionTrace* trace) const {
  Variable h = x;
  const Variable bias = distance_bias ? (*distance_bias)(x.dim(1), x.dim(1)) : Variable();
  const Mask allowed = mask & attention_;
  for (const EncoderLayer& layer : layers) {
    Array* weights = trace == nullptr ? nullptr : &trace->self.emplace_back();
    h = layer(h, {.mask = allowed, .weights = weights, .distance_bias = bias});
  }
  return norm ? (*norm)(h) : h;
}

}  // namespace heed
