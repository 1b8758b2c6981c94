// The causal convolution of each channel by itself: y_t = b + Σ_k taps_k x_(t - K + 1 + k), element by
// element.
#pragma once

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

/// x (B, T, C), taps (K, C), bias (C) -> (B, T, C).
Array depthwise_forward(const Array& x, const Array& taps, const Array& bias);

/// dx_t = Σ_k taps_k g_(t + K - 1 - k).
Array depthwise_input_gradient(const Array& taps, const Array& g);

struct DepthwiseGradients {
  Array taps, bias;
};
/// dtaps_k = Σ_t g_t x_(t - K + 1 + k) for `count` taps, db = Σ_t g_t.
DepthwiseGradients depthwise_weight_gradients(const Array& x, const Array& g, std::int64_t count);

}  // namespace heed
