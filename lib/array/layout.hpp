// Functions that move elements and compute nothing.
#pragma once

#include <vector>

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

/// Axis i of the result is axis order[i] of x, as numpy.transpose. Throws ShapeError if `order` is no
/// permutation.
Array permute(const Array& x, const std::vector<int>& order);
/// The order that undoes `order`.
std::vector<int> inverse_order(const std::vector<int>& order);
/// Two axes exchanged.
Array transpose(const Array& x, int axis_a = -2, int axis_b = -1);

/// Elements begin…end-1 along `axis`. Throws ShapeError if the range is not inside the axis.
Array slice(const Array& x, int axis, std::int64_t begin, std::int64_t end);
/// into[begin…] += part along `axis`: the gradient of slice.
void add_to_slice(Array& into, const Array& part, int axis, std::int64_t begin);

/// The arrays one behind the other along `axis`; all other axes must agree.
Array concat(const std::vector<Array>& parts, int axis);
/// The arrays as the elements of a new axis; all shapes must be equal.
Array stack(const std::vector<Array>& parts, int axis);

}  // namespace heed
