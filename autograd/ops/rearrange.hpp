// Ops that move elements.
#pragma once

#include <vector>

#include "autograd/variable.hpp"

namespace heed::inline HEED_PRECISION {

/// The same elements in another shape; one axis may be -1: it takes what is left. Throws ShapeError naming
/// both shapes.
Variable reshape(const Variable& x, std::initializer_list<std::int64_t> dims);
Variable reshape(const Variable& x, const Shape& shape);
/// Axis i of the result is axis order[i] of x.
Variable permute(const Variable& x, const std::vector<int>& order);
/// Two axes exchanged.
Variable transpose(const Variable& x, int axis_a = -2, int axis_b = -1);
/// Elements begin…end-1 along `axis`.
Variable slice(const Variable& x, int axis, std::int64_t begin, std::int64_t end);
/// One behind the other along `axis`; all other axes must agree.
Variable concat(const std::vector<Variable>& parts, int axis = 0);
/// As the elements of a new axis; all shapes must be equal.
Variable stack(const std::vector<Variable>& parts, int axis = 0);

}  // namespace heed
