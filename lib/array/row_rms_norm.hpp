// RMS norm over the last axis, row by row while it is in cache.
#pragma once

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

struct RmsNormResult {
  Array y;
  Array inverse_root;  // r = 1 / √(mean x² + ε), one a row
};
/// y = w x r: x (R, C), weight (C).
RmsNormResult rms_norm_rows(const Array& x, const Array& weight, double eps);

/// dx = r (gw - x̂ mean(gw x̂)) with x̂ = x r and gw = g w; dweight += Σ_rows g x̂. Either may be null.
void rms_norm_backward_rows(const Array& x, const Array& weight, const Array& inverse_root, const Array& g,
                            Scalar* dx, Scalar* dweight);

}  // namespace heed
