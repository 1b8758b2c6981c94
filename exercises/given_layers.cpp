#include "exercises/given.hpp"

#include "lib/core/error.hpp"

namespace heed::learn::given {

Tensor linear(const Tensor& x, const Linear& weights) { return linear(x, weights.weight, weights.bias); }

Tensor layer_norm(const Tensor& x, const Norm& weights, double eps) {
  return layer_norm(x, weights.weight, weights.bias, eps);
}

Tensor feed_forward(const Tensor& x, const Linear& first, const Linear& second) {
  return linear(relu(linear(x, first)), second);
}

Tensor multi_head_attention(const Tensor& query, const Tensor& memory, const AttentionWeights& weights,
                            const Tensor& mask) {
  const int heads = weights.heads, rows = query.dim(0), columns = memory.dim(0);
  if (mask.shape() != std::vector<int>{rows, columns})
    throw_error<ShapeError>("multi_head_attention: a mask {} does not go with {} queries and {} keys",
                            shape_text(mask.shape()), rows, columns);
  Tensor mask_of_heads({heads, rows, columns});
  for (int i = 0; i < mask_of_heads.size(); ++i) mask_of_heads.flat(i) = mask.flat(i % mask.size());
  const Tensor result = attention(split_heads(linear(query, weights.query), heads),
                                  split_heads(linear(memory, weights.key), heads),
                                  split_heads(linear(memory, weights.value), heads), mask_of_heads);
  return linear(merge_heads(result), weights.output);
}

Tensor encoder_layer(const Tensor& x, const Tensor& mask, const EncoderWeights& weights) {
  const Tensor h = layer_norm(x + multi_head_attention(x, x, weights.attention, mask), weights.norm1);
  return layer_norm(h + feed_forward(h, weights.linear1, weights.linear2), weights.norm2);
}

Tensor decoder_layer(const Tensor& x, const Tensor& memory, const Tensor& mask, const Tensor& memory_mask,
                     const DecoderWeights& weights) {
  const Tensor h = layer_norm(x + multi_head_attention(x, x, weights.self_attention, mask), weights.norm1);
  const Tensor attended = multi_head_attention(h, memory, weights.cross_attention, memory_mask);
  const Tensor g = layer_norm(h + attended, weights.norm2);
  return layer_norm(g + feed_forward(g, weights.linear1, weights.linear2), weights.norm3);
}

void adam_step(Tensor& parameter, const Tensor& gradient, AdamState& state, const AdamOptions& options) {
  ++state.steps;
  const double correction1 = 1 - std::pow(options.beta1, state.steps),
               correction2 = 1 - std::pow(options.beta2, state.steps);
  for (int i = 0; i < parameter.size(); ++i) {
    const double g = gradient.flat(i);
    double &m = state.mean.flat(i), &v = state.square.flat(i);
    m = options.beta1 * m + (1 - options.beta1) * g;
    v = options.beta2 * v + (1 - options.beta2) * g * g;
    parameter.flat(i) -=
        options.learning_rate * (m / correction1) / (std::sqrt(v / correction2) + options.eps);
  }
}

}  // namespace heed::learn::given
