#pragma once

#include "autograd/variable.hpp"

namespace heed::inline HEED_PRECISION {

/// p_i = exp(x_i) / Σ_j exp(x_j) along `axis`, computed after subtracting the largest x so that nothing
/// overflows. Where every x is -inf the result is 0, not NaN as in PyTorch: there is nothing to choose from.
Variable softmax(const Variable& x, int axis = -1);
/// log of the softmax, without taking the log of a small number.
Variable log_softmax(const Variable& x, int axis = -1);

}  // namespace heed
