// The three sub-layers as a list of functions, each with its norm.
#include "exercises/given.hpp"

Tensor causal_mask(int length) {
  Tensor mask({length, length});
  for (int n = 0; n < mask.size(); ++n) mask.flat(n) = n / length >= n % length;
  return mask;
}

Tensor decoder_layer(const Tensor& x, const Tensor& memory, const Tensor& memory_mask,
                     const given::DecoderWeights& weights) {
  using Step = std::pair<std::function<Tensor(const Tensor&)>, const given::Norm*>;
  const Tensor mask = causal_mask(x.dim(0));
  const std::vector<Step> steps{
      {[&](const Tensor& y) { return given::multi_head_attention(y, y, weights.self_attention, mask); },
       &weights.norm1},
      {[&](const Tensor& y) {
         return given::multi_head_attention(y, memory, weights.cross_attention, memory_mask);
       },
       &weights.norm2},
      {[&](const Tensor& y) { return given::feed_forward(y, weights.linear1, weights.linear2); },
       &weights.norm3}};
  Tensor y = x;
  for (const Step& step : steps) y = given::layer_norm(y + step.first(y), *step.second);
  return y;
}
