#include "exercises/given.hpp"

/// x (T, C), weight (D, C, K), bias (D) -> (T, D): output t sees the tokens t, t - dilation, t - 2 ·
/// dilation, …, K of them. The last tap, k = K - 1, is for token t itself; before the first token there are
/// zeros.
Tensor causal_convolution(const Tensor& x, const Tensor& weight, const Tensor& bias, int dilation) {
  //~ stub
  // Which token does tap k read for position t? What if it would lie before the first?
  return not_written("causal_convolution");
  //~ solution
  const int length = x.dim(0), channels = x.dim(1), outputs = weight.dim(0), taps = weight.dim(2);
  Tensor y({length, outputs});
  for (int t = 0; t < length; ++t) {
    for (int d = 0; d < outputs; ++d) {
      y(t, d) = bias(d);
      for (int k = 0; k < taps; ++k) {
        const int at = t - (taps - 1 - k) * dilation;
        if (at < 0) continue;
        for (int c = 0; c < channels; ++c) y(t, d) += weight(d, c, k) * x(at, c);
      }
    }
  }
  return y;
  //~ wrong taps_reversed: (taps - 1 - k) * dilation => k * dilation
  //~ wrong sees_the_future M03: t - (taps - 1 - k) * dilation => t + (taps - 1 - k) * dilation | if (at < 0) continue; => if (at >= length) continue;
  //~ wrong centred M03: t - (taps - 1 - k) * dilation => t + (k - taps / 2) * dilation
  //~ wrong centred M03: if (at < 0) continue; => if (at < 0 || at >= length) continue;
  //~ wrong not_itself: t - (taps - 1 - k) * dilation => t - (taps - k) * dilation
  //~ wrong dilation_ignored: (taps - 1 - k) * dilation => (taps - 1 - k)
  //~ wrong dilation_as_gap: (taps - 1 - k) * dilation => (taps - 1 - k) * (dilation + 1)
  //~ wrong no_bias: y(t, d) = bias(d); =>
  //~ wrong one_channel: int c = 0; c < channels; => int c = 0; c < 1;
  //~ end
}

/// How many tokens the output of a stack of such layers sees, itself included. One layer for each dilation.
int receptive_field(int taps, const std::vector<int>& dilations) {
  //~ stub
  // How much further back does one more layer look?
  return not_written("receptive_field");
  //~ solution
  int field = 1;
  for (const int dilation : dilations) field += (taps - 1) * dilation;
  return field;
  //~ wrong itself_not_counted: int field = 1 => int field = 0
  //~ wrong field_without_dilation: (taps - 1) * dilation => (taps - 1)
  //~ end
}

/// The fewest dilations 1, 2, 4, 8, … with which a stack sees at least `tokens` tokens.
std::vector<int> doubling_dilations(int taps, int tokens) {
  //~ stub
  // receptive_field tells when to stop. A field of 1 needs no layer.
  return not_written("doubling_dilations");
  //~ solution
  std::vector<int> dilations;
  for (int next = 1; receptive_field(taps, dilations) < tokens; next *= 2) dilations.push_back(next);
  return dilations;
  //~ wrong one_layer_more: receptive_field(taps, dilations) < tokens => receptive_field(taps, dilations) <= tokens
  //~ end
}

/// The stack: layer l is a causal convolution with weights[l] (C, C, K), biases[l] (C) and dilations[l], then
/// relu, and its input is added to the result: x ← x + relu(convolution(x)). x (T, C) -> (T, C).
Tensor convolution_stack(Tensor x, const std::vector<Tensor>& weights, const std::vector<Tensor>& biases,
                         const std::vector<int>& dilations) {
  //~ stub
  // given::relu(t) is max(t, 0).
  return not_written("convolution_stack");
  //~ solution
  for (std::size_t l = 0; l < dilations.size(); ++l) {
    const Tensor y = causal_convolution(x, weights[l], biases[l], dilations[l]);
    x = x + given::relu(y);
  }
  return x;
  //~ wrong no_residual: x + given::relu(y) => given::relu(y)
  //~ wrong no_relu: given::relu(y) => y
  //~ wrong relu_of_sum: x + given::relu(y) => given::relu(x + y)
  //~ wrong relu_of_input F01: x + given::relu(y) => given::relu(x) + y
  //~ wrong relu_before_convolution F01: causal_convolution(x, => causal_convolution(given::relu(x), | x + given::relu(y) => x + y
  //~ wrong same_dilation: dilations[l]) => dilations[0])
  //~ wrong dilations_reversed: dilations[l]) => dilations[dilations.size() - 1 - l])
  //~ wrong same_weights: weights[l], biases[l] => weights[0], biases[0]
  //~ end
}
