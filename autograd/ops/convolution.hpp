// Convolutions and pooling: windows that move over sequences and images.
#pragma once

#include "autograd/variable.hpp"
#include "lib/array/convolution.hpp"

namespace heed::inline HEED_PRECISION {

/// y[b, o, y, x] = bias_o + Σ_{c, i, j} weight[o, c, i, j] x[b, c, y · stride + i · dilation - before, …]:
/// x (B, C, H, W), weight (O, C, I, J), bias (O) or undefined -> (B, O, H', W'), torch.conv2d with padding
/// that may differ before and after; the window's size is the weight's. Throws ShapeError; UsageError for a
/// stride or dilation below 1.
Variable conv2d(const Variable& x, const Variable& weight, const Variable& bias, Window window = {});

struct Conv1dOptions {
  std::int64_t stride = 1, dilation = 1, before = 0, after = 0;
};
/// The same of sequences: x (B, C, T), weight (O, C, K) -> (B, O, T').
Variable conv1d(const Variable& x, const Variable& weight, const Variable& bias, Conv1dOptions options = {});

/// Each channel by itself, looking back only: y[b, t, c] = bias_c + Σ_k weight[c, k] x[b, t - (K - 1) + k,
/// c], with zeros before the first token: x (B, T, C), weight (C, K), bias (C) -> (B, T, C). torch.conv1d
/// with groups = C, in another layout. Throws ShapeError.
Variable causal_depthwise_conv1d(const Variable& x, const Variable& weight, const Variable& bias);

struct PoolingOptions {
  std::array<std::int64_t, 2> size{2, 2};
  std::array<std::int64_t, 2> stride{0, 0};   // 0: as large as the window, so that windows do not overlap
  std::array<std::int64_t, 2> padding{0, 0};  // at most half the window; never the largest, counted as 0
};

/// The largest number of each window of each channel: (B, C, H, W) -> (B, C, H', W'), as torch.max_pool2d.
/// Its gradient goes to the first among equals. Throws ShapeError; UsageError for a wrong window.
Variable max_pool2d(const Variable& x, PoolingOptions options = {});

}  // namespace heed
