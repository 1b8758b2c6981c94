#include "nn/encoder.hpp"

namespace heed::inline HEED_PRECISION {

MultiheadAttention::Options attention_options(const LayerOptions& o) {
  return {.dropout = o.attention_dropout < 0 ? o.dropout : o.attention_dropout,
          .bias = o.bias,
          .out_init = o.init};
}

MultiheadAttention::Options self_attention_options(const LayerOptions& o, Sides sides,
                                                   const std::optional<DistanceBias>& shared) {
  MultiheadAttention::Options options = attention_options(o);
  options.attention = o.attention;
  options.sides = sides;
  options.max_length = o.max_length;
  options.layer = o.layer;
  options.distance_bias = shared;
  return options;
}

DistanceBias stack_distance_bias(const LayerOptions& o, Sides sides, Rng& rng) {
  return {o.heads, rng, DistanceBias::options_for(o.attention.positions, sides)};
}

double activation_dropout(const LayerOptions& o) {
  return o.activation_dropout < 0 ? o.dropout : o.activation_dropout;
}

LayerOptions numbered(LayerOptions options, std::int64_t layer) {
  options.layer = static_cast<std::uint64_t>(layer);
  return options;
}

LayerNorm::Options norm_options(const LayerOptions& o) { return {.eps = o.layer_norm_eps, .bias = o.bias}; }

Linear::Options linear_options(const LayerOptions& o) { return {.bias = o.bias, .weight_init = o.init}; }

Variable EncoderLayer::operator()(const Variable& x, const MultiheadAttention::Call& call) const {
  const auto attend = [&](const Variable& v) { return self_attn(v, v, v, call); };
  const auto forward = [&](const Variable& v) {
    return feed_forward(*this, v, linear1, linear2, options_.activation, dropout_);
  };
  if (options_.norm == NormOrder::pre) {
    const Variable h = point("residual1", x + dropout1_(attend(norm1(x))));
    return point("", h + dropout2_(forward(norm2(h))));
  }
  const Variable h = norm1.after_residual(x, attend(x), dropout1_);
  return point("", norm2.after_residual(h, forward(h), dropout2_));
}

Variable Encoder::operator()(const Variable& x, const MultiheadAttention::Call& call) const {
  Variable h = x;
  for (const EncoderLayer& layer : layers) h = layer(h, call);
  return norm ? (*norm)(h) : h;
}

}  // namespace heed
