#include "nn/decoder.hpp"

namespace heed {

template <typename Self, typename Cross>
Variable DecoderLayer::run(const Variable& x, Self self, Cross cross) const {
  const auto forward = [&](const Variable& v) {
    return feed_forward(v, linear1, linear2, options_.activation, dropout_);
  };
  if (options_.norm == NormOrder::pre) {
    const Variable h = x + dropout1_(self(norm1(x)));
    const Variable z = h + dropout2_(cross(norm2(h)));
    return z + dropout3_(forward(norm3(z)));
  }
  const Variable h = norm1.after_residual(x, self(x), dropout1_);
  const Variable z = norm2.after_residual(h, cross(h), dropout2_);
  return norm3.after_residual(z, forward(z), dropout3_);
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

Variable Decoder::operator()(const Variable& x, const Variable& memory, const Mask& mask,
                             const Mask& memory_mask, AttentionTrace* trace) const {
  Variable h = x;
  const Variable bias = distance_bias ? (*distance_bias)(x.dim(1), x.dim(1)) : Variable();
  const Mask allowed = mask & options_.attention;
  for (const DecoderLayer& layer : layers) {
    h = layer(h, memory,
              {.mask = allowed,
               .weights = trace == nullptr ? nullptr : &trace->self.emplace_back(),
               .distance_bias = bias},
              {.mask = memory_mask, .weights = trace == nullptr ? nullptr : &trace->cross.emplace_back()});
  }
  return norm ? (*norm)(h) : h;
}

Variable Decoder::extend(const Variable& x, std::vector<DecoderLayerCache>& caches, const Mask& memory_mask,
                         AttentionTrace* trace) const {
  Variable h = x;
  const std::int64_t past = caches.empty() ? 0 : caches.front().self.length;
  const Mask allowed = options_.attention.queries_from(past);
  const Variable bias = distance_bias ? (*distance_bias)(x.dim(1), past + x.dim(1), past) : Variable();
  for (std::size_t i = 0; i < layers.size(); ++i) {
    h = layers[i].extend(
        h, caches[i],
        {.mask = allowed,
         .weights = trace == nullptr ? nullptr : &trace->self.emplace_back(),
         .distance_bias = bias},
        {.mask = memory_mask, .weights = trace == nullptr ? nullptr : &trace->cross.emplace_back()});
  }
  return norm ? (*norm)(h) : h;
}

}  // namespace heed
