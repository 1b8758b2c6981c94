// Reductions over axes.
#pragma once

#include <vector>

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

enum class KeepDims { no, yes };

/// Sum over `axes` (negative ones count from the end; none means all). With KeepDims::yes they stay as
/// length 1. Sums are taken in blocks, so that the rounding error hardly grows with the length. Throws
/// ShapeError.
Array sum(const Array& x, const std::vector<int>& axes = {}, KeepDims keep = KeepDims::no);
/// Sum divided by the number of elements summed. Throws ShapeError if that number is 0.
Array mean(const Array& x, const std::vector<int>& axes = {}, KeepDims keep = KeepDims::no);
/// The largest element; a NaN wins. Throws ShapeError if there is nothing to choose from.
Array max(const Array& x, const std::vector<int>& axes = {}, KeepDims keep = KeepDims::no);

/// The sum over those axes in which `shape` was repeated to give x: the gradient of broadcasting.
Array sum_to(const Array& x, const Shape& shape);

/// Index of the largest element of each row of the last axis, the first among equals.
std::vector<std::int32_t> argmax_rows(const Array& x);

/// √(Σ x²) over all elements of all arrays, accumulated in double.
double global_norm(const std::vector<Array>& arrays);

/// x.shape() with the axes removed, or kept as length 1. Throws ShapeError naming `op`.
Shape reduced_shape(const char* op, const Shape& shape, const std::vector<int>& axes, KeepDims keep);

}  // namespace heed
