#pragma once

#include "autograd/variable.hpp"
#include "lib/array/channel_norm.hpp"

namespace heed::inline HEED_PRECISION {

struct BatchNormOptions {
  double eps = 1e-5;
  /// Constants to normalise by, as a trained net does; left out: those of x.
  ChannelStatistics statistics{};
  /// If given, those that were used are left there.
  ChannelStatistics* used = nullptr;
};

/// y = (x - μ) / √(σ² + ε) · weight + bias for each channel, with mean and (biased) variance over all axes
/// but that of the channels: x (B, C, …), weight and bias (C) (Ioffe & Szegedy 2015;
/// torch.nn.functional.batch_norm). Throws ShapeError, also where a channel has a single value, whose
/// variance says nothing.
Variable batch_norm(const Variable& x, const Variable& weight, const Variable& bias,
                    BatchNormOptions options = {});

}  // namespace heed
