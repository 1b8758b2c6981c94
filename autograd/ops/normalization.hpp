// Normalisations, each with a learned weight.
#pragma once

#include "autograd/variable.hpp"
#include "lib/array/normalization.hpp"
#include "lib/array/random.hpp"

namespace heed::inline HEED_PRECISION {

struct LayerNormOptions {
  double eps = 1e-5;
};

/// y = (x - μ) / √(σ² + ε) ∘ weight + bias, with mean and (biased) variance over the last axes of x, as many
/// as `weight` has (Ba, Kiros & Hinton 2016; torch.nn.functional.layer_norm). Throws ShapeError if those axes
/// differ.
Variable layer_norm(const Variable& x, const Variable& weight, const Variable& bias,
                    LayerNormOptions options = {});

struct ResidualNormOptions {
  double eps = 1e-5;
  double dropout = 0;  // of the sub-layer's result; needs `rng` if not 0
  Rng* rng = nullptr;
};

/// LayerNorm(x + dropout(sublayer)), the end of every sub-layer of Vaswani et al. 2017 (section 5.4), in one
/// pass: x and sublayer (…, C), weight and bias (C). Equals layer_norm(x + dropout(sublayer, p, rng), weight,
/// bias), with the same draws from rng. Throws ShapeError; UsageError for a wrong dropout.
Variable residual_norm(const Variable& x, const Variable& sublayer, const Variable& weight,
                       const Variable& bias, ResidualNormOptions options = {});

struct RmsNormOptions {
  double eps = 1e-5;
};

/// y = w x / √(mean(x²) + ε) over the last axis: x (…, C), weight (C). A layer norm that leaves out the mean
/// (Zhang & Sennrich 2019). Throws ShapeError.
Variable rms_norm(const Variable& x, const Variable& weight, RmsNormOptions options = {});

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
