// Reductions over axes; no axes means all of them, negative ones count from the end.
#pragma once

#include <vector>

#include "autograd/variable.hpp"
#include "lib/array/reduce.hpp"

namespace heed::inline HEED_PRECISION {

/// Σ x over the axes: x (A, B, C), axis 1 -> (A, C), with KeepDims::yes (A, 1, C). The gradient is the same
/// for all that was added up. Throws ShapeError for an axis that x does not have, or one named twice.
Variable sum(const Variable& x, const std::vector<int>& axes = {}, KeepDims keep = KeepDims::no);
/// The sum divided by the number n of elements that were added up; each has 1/n of the gradient. Shapes as
/// sum. Throws ShapeError if n is 0.
Variable mean(const Variable& x, const std::vector<int>& axes = {}, KeepDims keep = KeepDims::no);

}  // namespace heed
