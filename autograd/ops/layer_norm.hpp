#pragma once

#include "autograd/variable.hpp"

namespace heed::inline HEED_PRECISION {

struct LayerNormOptions {
  double eps = 1e-5;
};

/// y = (x - μ) / √(σ² + ε) ∘ weight + bias, with mean and (biased) variance over the last axes of x, as many
/// as `weight` has (Ba, Kiros & Hinton 2016; torch.nn.functional.layer_norm). Throws ShapeError if those axes
/// differ.
Variable layer_norm(const Variable& x, const Variable& weight, const Variable& bias,
                    LayerNormOptions options = {});

}  // namespace heed
