#include "nn/decoder.hpp"

#include <fmt/format.h>

namespace heed::inline HEED_PRECISION {

template <typename Self, typename Cross>
Variable DecoderLayer::run(const Variable& x, Self self, Cross cross) const {
  const auto forward = [&](const Variable& v) {
    return feed_forward(v, linear1, linear2, options_.activation, dropout_);
  };
  if (options_.norm == NormOrder::pre) {
    const Variable h = x + dropout1_(self(norm1(x)));
    const Variable z = h + dropout2_(cross(norm2(h)));
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

namespace {

/// The calls of one layer, which leave their weights in the trace.
void trace_layer(AttentionTrace* trace, MultiheadAttention::Call& self, MultiheadAttention::Call& cross) {
  if (trace == nullptr) return;
  self.weights = &trace->self.emplace_back();
  cross.weights = &trace->cross.emplace_back();
}

}  // namespace

Variable Decoder::operator()(const Variable& x, const Variable& memory, const MultiheadAttention::Call& self,
                             const MultiheadAttention::Call& cross, AttentionTrace* trace) const {
  Variable h = x;
  MultiheadAttention::Call own = self, other = cross;
  for (const DecoderLayer& layer : layers) {
    trace_layer(trace, own, other);
    h = layer(h, memory, own, other);
  }
  return norm ? (*norm)(h) : h;
}

Variable Decoder::extend(const Variable& x, std::vector<DecoderLayerCache>& caches,
                         const MultiheadAttention::Call& cross, AttentionTrace* trace) const {
  Variable h = x;
  MultiheadAttention::Call own, other = cross;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    trace_layer(trace, own, other);
    h = layers[i].extend(h, caches[i], own, other);
  }
  return norm ? (*norm)(h) : h;
}

}  // namespace heed
