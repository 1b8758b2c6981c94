// A residual connection around a function, used twice.
#include "exercises/given.hpp"

Tensor dropout(const Tensor& x, const Tensor& keep, double p, given::Mode mode) {
  const double scale = 1.0 / (1.0 - p);
  return mode == given::Mode::training ? scale * (keep * x) : x;
}

namespace {

template <typename Sublayer>
Tensor around(const Tensor& x, Sublayer sublayer, const Tensor& keep, const given::Dropout& drop,
              const given::Norm& norm) {
  return given::layer_norm(dropout(sublayer(x), keep, drop.p, drop.mode) + x, norm);
}

}  // namespace

Tensor encoder_layer(const Tensor& x, const Tensor& mask, const given::EncoderWeights& w,
                     const given::Dropout& drop) {
  const auto attend = [&](const Tensor& v) { return given::multi_head_attention(v, v, w.attention, mask); };
  const auto forward = [&](const Tensor& v) { return given::feed_forward(v, w.linear1, w.linear2); };
  return around(around(x, attend, drop.keep_attention, drop, w.norm1), forward, drop.keep_feed_forward, drop,
                w.norm2);
}
