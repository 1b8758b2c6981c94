#include "exercises/demos/real_models.hpp"

#include <cmath>

#include "autograd/no_grad.hpp"
#include "exercises/demos/real_weights.hpp"

namespace heed::grading {
namespace {

using learn::to_tensor;

/// Row block `i` of in_proj_weight (3C, C) and in_proj_bias (3C).
learn::types::Linear projection(const MultiheadAttention& attention, int i) {
  const Tensor all = to_tensor(attention.in_proj_weight.value()),
               biases = to_tensor(attention.in_proj_bias.value());
  const int width = all.dim(1);
  learn::types::Linear result{Tensor({width, width}), Tensor({width})};
  for (int k = 0; k < width * width; ++k) result.weight.flat(k) = all.flat(i * width * width + k);
  for (int k = 0; k < width; ++k) result.bias.flat(k) = biases.flat(i * width + k);
  return result;
}

}  // namespace

learn::types::Linear weights_of(const Linear& linear) {
  return {to_tensor(linear.weight.value()), to_tensor(linear.bias.value())};
}

learn::types::Norm weights_of(const LayerNorm& norm) {
  return {to_tensor(norm.weight.value()), to_tensor(norm.bias.value())};
}

learn::types::AttentionWeights weights_of(const MultiheadAttention& attention, int heads) {
  return {heads, projection(attention, 0), projection(attention, 1), projection(attention, 2),
          weights_of(attention.out_proj)};
}

learn::types::EncoderWeights weights_of(const EncoderLayer& layer, int heads) {
  return {.attention = weights_of(layer.self_attn, heads),
          .norm1 = weights_of(layer.norm1),
          .linear1 = weights_of(layer.linear1),
          .linear2 = weights_of(layer.linear2),
          .norm2 = weights_of(layer.norm2)};
}

learn::types::DecoderWeights weights_of(const DecoderLayer& layer, int heads) {
  return {.self_attention = weights_of(layer.self_attn, heads),
          .norm1 = weights_of(layer.norm1),
          .cross_attention = weights_of(layer.multihead_attn, heads),
          .norm2 = weights_of(layer.norm2),
          .linear1 = weights_of(layer.linear1),
          .linear2 = weights_of(layer.linear2),
          .norm3 = weights_of(layer.norm3)};
}

learn::types::TransformerWeights weights_of(const Transformer& model) {
  const int heads = static_cast<int>(model.options().layer.heads);
  learn::types::TransformerWeights result{
      .source_embedding = to_tensor(model.source_embedding.weight.value()),
      .target_embedding = to_tensor(model.target_embedding.weight.value()),
      .encoder = {},
      .encoder_norm = weights_of(*model.encoder.norm),
      .decoder = {},
      .decoder_norm = weights_of(*model.decoder.norm),
      .output = weights_of(model.generator)};
  for (const EncoderLayer& layer : model.encoder.layers) result.encoder.push_back(weights_of(layer, heads));
  for (const DecoderLayer& layer : model.decoder.layers) result.decoder.push_back(weights_of(layer, heads));
  return result;
}

RealEncoder real_encoder() {
  constexpr int length = 6, width = 16, heads = 4;
  Rng rng(7);
  const Encoder encoder({.d_model = width, .heads = heads, .dim_feedforward = 32, .dropout = 0.1},
                        {.layers = 2}, rng);
  encoder.eval();
  RealEncoder result;
  for (const EncoderLayer& layer : encoder.layers) result.layers.push_back(weights_of(layer, heads));
  result.input = Tensor({length, width});
  for (int i = 0; i < result.input.size(); ++i) result.input.flat(i) = std::sin(1.7 * i);
  const NoGrad no_grad;
  const Variable x(learn::to_array(result.input.reshape({1, length, width})));
  result.output = to_tensor(encoder(x, {}).value()).reshape({length, width});
  return result;
}

}  // namespace heed::grading
