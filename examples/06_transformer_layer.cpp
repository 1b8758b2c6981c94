// 06  A Transformer layer (Vaswani et al. 2017, section 3.1)
//
// B sentences of T positions, each a vector of C = d_model numbers. A layer does two things to x (B, T, C):
//
//     x = LayerNorm(x + SelfAttention(x))      positions exchange information
//     x = LayerNorm(x + FFN(x))                each position by itself: FFN(x) = W₂ relu(W₁ x + b₁) + b₂
//
// The "x +" (residual connection) lets gradients pass every layer unchanged; LayerNorm keeps the numbers of
// each position at mean 0 and variance 1. The paper's encoder is six such layers, d_model 512, 8 heads.
//
// last line: 600 parameters; by hand as the module: yes; order matters without positions: no, with: yes
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "lib/array/elementwise.hpp"
#include "lib/array/layout.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/shape_format.hpp"
#include "nn/encoder.hpp"
#include "nn/positions.hpp"

using namespace heed;

namespace {

/// The layer from its parts, one line of the formula at a time.
Variable layer_by_hand(const EncoderLayer& layer, const Variable& x) {  // (B, T, C)
  const Variable attended = layer.self_attn(x, x, x);  // (B, T, C): Q, K and V all come from x
  const Variable mixed = layer.norm1(x + attended);    // (B, T, C)
  const Variable hidden = relu(layer.linear1(mixed));  // (B, T, dim_feedforward)
  return layer.norm2(mixed + layer.linear2(hidden));   // (B, T, C)
}

/// The positions of x (B, T, C) from last to first.
Variable reversed(const Variable& x) {
  std::vector<Variable> positions;
  for (std::int64_t t = x.dim(1) - 1; t >= 0; --t) positions.push_back(slice(x, 1, t, t + 1));  // (B, 1, C)
  return concat(positions, 1);
}

/// Equal up to rounding.
bool close(const Variable& a, const Variable& b) {
  const Array d = a.value() - b.value();
  return std::max(max(d).item(), max(-d).item()) < 1e-5;
}

}  // namespace

int main() {
  constexpr std::int64_t B = 2, T = 5, C = 8;
  Rng rng(6);
  const LayerOptions options{.d_model = C, .heads = 2, .dim_feedforward = 16, .dropout = 0};
  const EncoderLayer layer(options, rng);
  const Variable x(rng.normal({B, T, C}));

  // Parameters: attention has 4 (C² + C), the feed-forward 2 C F + F + C, each norm 2 C.
  for (const auto& [name, parameter] : layer.named_parameters())
    fmt::print("{:<26} {:<9} {:>4}\n", name, to_string(parameter.shape()), parameter.size());

  Array weights;  // (B, H, T, T): for each head, how much each position takes from each other
  const Variable y = layer(x, {.weights = &weights});
  fmt::print("x {} -> y {}, attention weights {}\n", x.shape(), y.shape(), weights.shape());

  // Two heads of C/H = 4 dimensions look for different things at the same position.
  for (std::int64_t h = 0; h < options.heads; ++h) {
    const Array head = slice(slice(slice(weights, 0, 0, 1), 1, h, h + 1), 2, 0, 1);  // (1, 1, 1, T)
    fmt::print("sentence 0, position 0, head {} attends to {}\n", h, to_string(head.reshape({T}), 2));
  }

  // One backward pass reaches every parameter.
  sum(y * y).backward();
  const std::vector<Variable> parameters = layer.parameters();
  const auto reached = std::count_if(parameters.begin(), parameters.end(),
                                     [](const Variable& p) { return p.grad().defined(); });
  fmt::print("{} of {} parameters have a gradient\n", reached, parameters.size());

  // Attention is a sum over positions, and a sum has no order: words in another order give the same vectors
  // in that order. So positions are added to the embeddings: sines and cosines of many wavelengths
  // (section 3.5).
  //     pe[pos, 2i] = sin(pos / 10000^(2i/C))     pe[pos, 2i+1] = cos(pos / 10000^(2i/C))
  const PositionalEncoding position(C, rng, {.dropout = 0});
  const bool without = close(layer(reversed(x), {}), reversed(layer(x, {})));
  const bool with = close(layer(position(reversed(x)), {}), reversed(layer(position(x), {})));

  fmt::print("{} parameters; by hand as the module: {}; ", layer.parameter_count(),
             close(layer_by_hand(layer, x), y) ? "yes" : "no");
  fmt::print("order matters without positions: {}, with: {}\n", without ? "no" : "yes", with ? "no" : "yes");
}
