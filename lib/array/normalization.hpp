// Layer norm and RMS normalisation over the last axis (Ba, Kiros & Hinton 2016), as PyTorch's: variance over
// n, ε inside the root. Batch norm (Ioffe & Szegedy 2015): each channel of x (B, C, …) by its own mean and
// variance.
#pragma once

#include "lib/array/array.hpp"
#include "lib/array/random.hpp"

namespace heed::inline HEED_PRECISION {

struct LayerNormResult {
  Array y;                   // (…, C)
  Array mean, inverse_root;  // (rows): μ and 1/√(σ² + ε) of each row, for the gradient; no μ of rms_norm_rows
};

/// y = (x - μ) / √(σ² + ε) ∘ weight + bias, with x (…, C), weight and bias (C), or either undefined: 1 and 0.
LayerNormResult layer_norm_rows(const Array& x, const Array& weight, const Array& bias, double eps);

/// y = x / √(mean x² + ε) ∘ weight: the same with 0 for μ and the bias, in the gradient too.
LayerNormResult rms_norm_rows(const Array& x, const Array& weight, double eps);

/// A sub-layer's output on its way to be added: dropped with probability p, by the factors of a stream.
struct Dropped {
  double p = 0;  // 0: nothing is dropped
  RandomStream stream{};
};

struct ResidualNormResult {
  Array sum;  // x + D ∘ sublayer
  LayerNormResult norm;
};

/// layer_norm_rows(x + D ∘ sublayer) with D the dropout factors, in one pass: a few rows at a time, while
/// they are in cache. x and sublayer have one shape.
ResidualNormResult residual_norm_rows(const Array& x, const Array& sublayer, const Dropped& dropped,
                                      const Array& weight, const Array& bias, double eps);

/// With x̂ = (x - μ) r and ĝ = g ∘ weight:  dx = r (ĝ - mean(ĝ) - x̂ mean(ĝ ∘ x̂)),  dweight = Σ g ∘ x̂,  dbias =
/// Σ g. The last two are added to what stands in them; a null pointer means: not wanted. Of a residual_norm,
/// whose sum is x, also dsublayer = D ∘ dx.
void layer_norm_backward_rows(const Array& x, const Array& weight, const LayerNormResult& forward,
                              const Array& g, Scalar* dx, Scalar* dweight, Scalar* dbias,
                              const Dropped& dropped = {}, Scalar* dsublayer = nullptr);

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
