#pragma once

#include "autograd/variable.hpp"

namespace heed::inline HEED_PRECISION {

/// Product of the last two axes: (…, M, K) @ (…, K, N) -> (…, M, N); the axes before broadcast. An operand of
/// one axis counts as a row on the left or a column on the right, and that axis is dropped again, as in
/// PyTorch. Throws ShapeError naming both shapes.
Variable matmul(const Variable& a, const Variable& b);

}  // namespace heed
