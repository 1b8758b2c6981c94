#include "nn/encoder.hpp"

namespace heed {

MultiheadAttention::Options attention_options(const LayerOptions& o) {
  return {.dropout = o.dropout, .bias = o.bias, .out_init = o.init};
}

MultiheadAttention::Options self_attention_options(const LayerOptions& o) {
  MultiheadAttention::Options options = attention_options(o);
  if (o.position == Position::rotary) options.rotary_base = 10'000;
  return options;
}

LayerNorm::Options norm_options(const LayerOptions& o) { return {.eps = o.layer_norm_eps, .bias = o.bias}; }

Linear::Options linear_options(const LayerOptions& o) { return {.bias = o.bias, .weight_init = o.init}; }

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

Variable Encoder::operator()(const Variable& x, const Mask& mask, AttentionTrace* trace) const {
  Variable h = x;
  const Variable bias = distance_bias ? (*distance_bias)(x.dim(1), x.dim(1)) : Variable();
  const Mask allowed = mask & options_.attention;
  for (const EncoderLayer& layer : layers) {
    Array* weights = trace == nullptr ? nullptr : &trace->self.emplace_back();
    h = layer(h, {.mask = allowed, .weights = weights, .distance_bias = bias});
  }
  return norm ? (*norm)(h) : h;
}

}  // namespace heed
