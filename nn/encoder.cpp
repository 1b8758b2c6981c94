#include "nn/encoder.hpp"

namespace heed::inline HEED_PRECISION {

MultiheadAttention::Options LayerOptions::of_attention() const {
  return {.dropout = attention_dropout < 0 ? dropout : attention_dropout, .bias = bias, .out_init = init};
}

MultiheadAttention::Options LayerOptions::of_self_attention(Sides sides,
                                                            const std::optional<DistanceBias>& shared) const {
  MultiheadAttention::Options options = of_attention();
  options.attention = attention;
  options.sides = sides;
  options.max_length = max_length;
  options.layer = static_cast<std::uint64_t>(layer);
  options.distance_bias = shared;
  return options;
}

LayerOptions LayerOptions::numbered(std::int64_t number) const {
  LayerOptions options = *this;
  options.layer = number;
  return options;
}

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
