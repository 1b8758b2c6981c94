#include "exercises/demos/real_models.hpp"

#include <cmath>

#include "autograd/no_grad.hpp"
#include "models/transformer.hpp"

namespace heed::grading {
namespace {

using learn::to_tensor;
using learn::types::EncoderWeights;

learn::types::Linear weights_of(const Linear& l) {
  return {to_tensor(l.weight.value()), to_tensor(l.bias.value())};
}
learn::types::Norm weights_of(const LayerNorm& n) {
  return {to_tensor(n.weight.value()), to_tensor(n.bias.value())};
}

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

RealEncoder real_encoder() {
  constexpr int length = 6, width = 16, heads = 4;
  Rng rng(7);
  const Encoder encoder({.d_model = width, .heads = heads, .dim_feedforward = 32, .dropout = 0.1},
                        {.layers = 2}, rng);
  encoder.eval();
  RealEncoder result;
  for (const EncoderLayer& layer : encoder.layers) {
    result.layers.push_back(
        {.attention = {heads, projection(layer.self_attn, 0), projection(layer.self_attn, 1),
                       projection(layer.self_attn, 2), weights_of(layer.self_attn.out_proj)},
         .norm1 = weights_of(layer.norm1),
         .linear1 = weights_of(layer.linear1),
         .linear2 = weights_of(layer.linear2),
         .norm2 = weights_of(layer.norm2)});
  }
  result.input = Tensor({length, width});
  for (int i = 0; i < result.input.size(); ++i) result.input.flat(i) = std::sin(1.7 * i);
  const NoGrad no_grad;
  const Variable x(learn::to_array(result.input.reshape({1, length, width})));
  result.output = to_tensor(encoder(x, {}).value()).reshape({length, width});
  return result;
}

}  // namespace heed::grading
