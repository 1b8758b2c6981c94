#pragma once

#include "autograd/variable.hpp"

namespace heed::inline HEED_PRECISION {

struct RmsNormOptions {
  double eps = 1e-5;
};

/// y = w x / √(mean(x²) + ε) over the last axis: x (…, C), weight (C). A layer norm that leaves out the mean
/// (Zhang & Sennrich 2019). Throws ShapeError.
Variable rms_norm(const Variable& x, const Variable& weight, RmsNormOptions options = {});

}  // namespace heed
