// Batch norm (Ioffe & Szegedy 2015): each channel of x (B, C, …) by its own mean and variance.
#pragma once

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

/// (C) each; the variance is the biased one, divided by the number of values.
struct ChannelStatistics {
  Array mean, variance;
};
ChannelStatistics channel_statistics(const Array& x);

/// Values of a channel: B times all axes behind the channels.
std::int64_t values_a_channel(const Shape& shape);

/// y = (x - mean) / √(variance + eps) · weight + bias.
Array normalise_channels(const Array& x, const ChannelStatistics& statistics, const Array& weight,
                         const Array& bias, double eps);

/// Gradients by x, weight and bias. Whether the statistics are those of x itself, and move with it, or
/// constants.
enum class StatisticsFrom { batch, constants };
struct ChannelNormGradients {
  Array x, weight, bias;
};
ChannelNormGradients normalise_channels_backward(const Array& x, const ChannelStatistics& statistics,
                                                 const Array& weight, const Array& g, double eps,
                                                 StatisticsFrom from);

}  // namespace heed
