// The parts of convolutions: patches of images, written out as the columns of a matrix (im2col: Chellapilla
// et al. 2006), so that the convolution is a matrix product; and the causal one of each channel by itself.
#pragma once

#include <array>

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

/// A window that moves over images (C, H, W); each pair is of rows and of columns.
struct Window {
  std::array<std::int64_t, 2> size{1, 1}, stride{1, 1}, dilation{1, 1};
  std::array<std::int64_t, 2> before{0, 0}, after{0, 0};  // zeros put around the image

  /// How many places the window has along an axis of so many; 0 or less: none.
  std::int64_t places(int axis, std::int64_t length) const {
    const auto a = static_cast<std::size_t>(axis);
    const std::int64_t room = length + before[a] + after[a] - dilation[a] * (size[a] - 1) - 1;
    return room < 0 ? 0 : room / stride[a] + 1;
  }
};

/// columns (C · size, places): element ((c, i, j), (y, x)) is what the window at (y, x) sees at its place
/// (i, j) of channel c of one image. On the calling thread.
void unfold(const Scalar* image, std::int64_t channels, std::int64_t height, std::int64_t width,
            const Window& window, Scalar* columns);

/// image += what unfold would have read from there: its gradient.
void fold(const Scalar* columns, std::int64_t channels, std::int64_t height, std::int64_t width,
          const Window& window, Scalar* image);

// The causal convolution of each channel by itself: y_t = b + Σ_k taps_k x_(t - K + 1 + k), element by
// element.

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
