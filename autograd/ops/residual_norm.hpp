#pragma once

#include "autograd/variable.hpp"
#include "lib/array/random.hpp"

namespace heed::inline HEED_PRECISION {

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

}  // namespace heed
