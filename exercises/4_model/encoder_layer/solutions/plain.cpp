// Straight through, with the coin tosses one by one.
#include "exercises/given.hpp"

Tensor dropout(const Tensor& x, const Tensor& keep, double p, given::Mode mode) {
  Tensor y = x;
  if (mode != given::Mode::training) return y;
  for (int i = 0; i < y.size(); ++i) {
    if (keep.flat(i) == 0)
      y.flat(i) = 0;
    else
      y.flat(i) /= 1 - p;
  }
  return y;
}

Tensor encoder_layer(const Tensor& x, const Tensor& mask, const given::EncoderWeights& weights,
                     const given::Dropout& drop) {
  Tensor y = given::multi_head_attention(x, x, weights.attention, mask);
  y = dropout(y, drop.keep_attention, drop.p, drop.mode);
  y += x;
  const Tensor middle = given::layer_norm(y, weights.norm1.weight, weights.norm1.bias);
  y = given::feed_forward(middle, weights.linear1, weights.linear2);
  y = dropout(y, drop.keep_feed_forward, drop.p, drop.mode);
  y += middle;
  return given::layer_norm(y, weights.norm2.weight, weights.norm2.bias);
}
