#include "exercises/given.hpp"

// Zeros are put in front, then there is nothing to ask.
Tensor causal_convolution(const Tensor& x, const Tensor& weight, const Tensor& bias, int dilation) {
  const int taps = weight.dim(2), front = (taps - 1) * dilation, channels = x.dim(1);
  Tensor padded({front + x.dim(0), channels});
  for (int n = 0; n < x.size(); ++n) padded.flat(front * channels + n) = x.flat(n);
  Tensor y({x.dim(0), bias.size()});
  for (int t = 0; t < y.dim(0); ++t) {
    for (int d = 0; d < y.dim(1); ++d) {
      double sum = 0;
      for (int c = 0; c < channels; ++c) {
        for (int k = 0; k < taps; ++k) sum += weight(d, c, k) * padded(t + k * dilation, c);
      }
      y(t, d) = sum + bias(d);
    }
  }
  return y;
}

int receptive_field(int taps, const std::vector<int>& dilations) {
  return 1 + (taps - 1) * std::accumulate(dilations.begin(), dilations.end(), 0);
}

std::vector<int> doubling_dilations(int taps, int tokens) {
  std::vector<int> dilations;
  int reach = 0, next = 1;  // reach: tokens before the newest
  while (reach < tokens - 1) {
    dilations.push_back(next);
    reach += (taps - 1) * next;
    next += next;
  }
  return dilations;
}

Tensor convolution_stack(Tensor x, const std::vector<Tensor>& weights, const std::vector<Tensor>& biases,
                         const std::vector<int>& dilations) {
  for (std::size_t l = 0; l < weights.size(); ++l)
    x += given::relu(causal_convolution(x, weights[l], biases[l], dilations[l]));
  return x;
}
