// One function for "attend, add, norm", called twice; the network as two linear maps.
#include "exercises/given.hpp"

Tensor attended(const Tensor& x, const Tensor& source, const given::AttentionWeights& weights,
                const Tensor& mask, const given::Norm& norm) {
  Tensor sum = given::multi_head_attention(x, source, weights, mask);
  for (int n = 0; n < sum.size(); ++n) sum.flat(n) += x.flat(n);
  return given::layer_norm(sum, norm);
}

Tensor decoder_layer(const Tensor& x, const Tensor& memory, const Tensor& memory_mask,
                     const given::DecoderWeights& weights) {
  const Tensor g =
      attended(attended(x, x, weights.self_attention, given::causal_mask(x.dim(0)), weights.norm1), memory,
               weights.cross_attention, memory_mask, weights.norm2);
  Tensor hidden = given::linear(g, weights.linear1);
  for (int n = 0; n < hidden.size(); ++n) hidden.flat(n) = std::max(hidden.flat(n), 0.0);
  return given::layer_norm(given::linear(hidden, weights.linear2) + g, weights.norm3);
}
