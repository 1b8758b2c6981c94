#include "nn/decoder.hpp"

namespace heed {

DecoderLayer::DecoderLayer(const LayerOptions& o, Rng& rng)
    : self_attn(child("self_attn", MultiheadAttention(o.d_model, o.heads, rng, self_attention_options(o)))),
      multihead_attn(
          child("multihead_attn", MultiheadAttention(o.d_model, o.heads, rng, attention_options(o)))),
      linear1(child("linear1", Linear(o.d_model, o.dim_feedforward, rng, {.bias = o.bias}))),
      linear2(child("linear2", Linear(o.dim_feedforward, o.d_model, rng, {.bias = o.bias}))),
      norm1(child("norm1", LayerNorm(o.d_model, norm_options(o)))),
      norm2(child("norm2", LayerNorm(o.d_model, norm_options(o)))),
      norm3(child("norm3", LayerNorm(o.d_model, norm_options(o)))),
      dropout_(child("dropout", Dropout(o.dropout))),
      dropout1_(child("dropout1", Dropout(o.dropout))),
      dropout2_(child("dropout2", Dropout(o.dropout))),
      dropout3_(child("dropout3", Dropout(o.dropout))),
      options_(o) {
  seed_dropout(rng.fork(0));
}

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

Decoder::Decoder(const LayerOptions& options, const StackOptions& stack, Rng& rng)
    : attention_(options.attention) {
  for (std::int64_t i = 0; i < stack.layers; ++i)
    layers.push_back(child(fmt::format("layers.{}", i), DecoderLayer(options, rng)));
  if (stack.final_norm) norm = child("norm", LayerNorm(options.d_model, norm_options(options)));
  if (auto bias = make_distance_bias(options, Sides::past, rng))
    distance_bias = child("distance_bias", *bias);
  seed_dropout(rng.fork(0));
}

Variable Decoder::operator()(const Variable& x, const Variable& memory, const Mask& mask,
                             const Mask& memory_mask, AttentionTrace* trace) const {
  Variable h = x;
  const Variable bias = distance_bias ? (*distance_bias)(x.dim(1), x.dim(1)) : Variable();
  const Mask allowed = mask & attention_;
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
  const Mask allowed = attention_.queries_from(past);
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
