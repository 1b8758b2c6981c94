#include "nn/decoder.hpp"

namespace heed::inline HEED_PRECISION {

template <typename Self, typename Cross>
Variable DecoderLayer::run(const Variable& x, Self self, Cross cross) const {
  const auto forward = [&](const Variable& v) {
    return feed_forward(*this, v, linear1, linear2, options_.activation, dropout_);
  };
  if (options_.norm == NormOrder::pre) {
    const Variable h = point("residual1", x + dropout1_(self(norm1(x))));
    const Variable z = point("residual2", h + dropout2_(cross(norm2(h))));
    return point("", z + dropout3_(forward(norm3(z))));
  }
  const Variable h = norm1.after_residual(x, self(x), dropout1_);
  const Variable z = norm2.after_residual(h, cross(h), dropout2_);
  return point("", norm3.after_residual(z, forward(z), dropout3_));
}

Variable DecoderLayer::operator()(const Variable& x, const Variable& memory,
                                  const MultiheadAttention::Call& self,
                                  const MultiheadAttention::Call& cross) const {
  return run(
      x, [&](const Variable& v) { return self_attn(v, v, v, self); },
      [&](const Variable& v) { return multihead_attn(v, memory, memory, cross); });
}

Variable DecoderLayer::extend(const Variable& x, DecoderLayerCache& cache,
                              const MultiheadAttention::Call& self,
                              const MultiheadAttention::Call& cross) const {
  return run(
      x, [&](const Variable& v) { return self_attn.extend(v, cache.self, self); },
      [&](const Variable& v) { return multihead_attn.attend(v, cache.memory, cross); });
}

Variable Decoder::operator()(const Variable& x, const Variable& memory, const MultiheadAttention::Call& self,
                             const MultiheadAttention::Call& cross) const {
  Variable h = x;
  for (const DecoderLayer& layer : layers) h = layer(h, memory, self, cross);
  return norm ? (*norm)(h) : h;
}

Variable Decoder::extend(const Variable& x, std::vector<DecoderLayerCache>& caches,
                         const MultiheadAttention::Call& cross) const {
  Variable h = x;
  for (std::size_t i = 0; i < layers.size(); ++i) h = layers[i].extend(h, caches[i], {}, cross);
  return norm ? (*norm)(h) : h;
}

}  // namespace heed
