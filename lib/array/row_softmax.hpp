// Softmax over the last axis, in one pass over each row while it is in cache.
#pragma once

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

/// p_i = exp(x_i - max x) / Σ_j exp(x_j - max x). A row of only -inf gives 0 everywhere: nothing to choose
/// from.
Array softmax_rows(const Array& x);
/// (x_i - max x) - log Σ_j exp(x_j - max x). A row of only -inf stays as it is: the logarithm of softmax's 0.
Array log_softmax_rows(const Array& x);
/// dx = p ∘ (g - Σ_j p_j g_j): the Jacobian of softmax times g.
Array softmax_backward_rows(const Array& p, const Array& g);
/// dx = g - p Σ_j g_j with p = exp(y), y the log-softmax.
Array log_softmax_backward_rows(const Array& y, const Array& g);

/// One row of n elements in place; the building block of attention.
void softmax_row(Scalar* x, std::int64_t n);
/// ds = p ∘ (dp - Σ_j p_j dp_j) for one row, written over dp.
void softmax_backward_row(const Scalar* p, Scalar* dp, std::int64_t n);

}  // namespace heed
