// Arithmetic with broadcasting: axes are aligned at the end, an axis of length 1 is repeated. A shape that
// does not go with the other throws ShapeError naming the op and both.
#pragma once

#include "autograd/variable.hpp"

namespace heed::inline HEED_PRECISION {

Variable operator+(const Variable& a, const Variable& b);
Variable operator-(const Variable& a, const Variable& b);
Variable operator*(const Variable& a, const Variable& b);
Variable operator/(const Variable& a, const Variable& b);
Variable operator-(const Variable& x);
/// With a constant c.
Variable operator+(const Variable& x, Scalar c);
Variable operator*(const Variable& x, Scalar c);
Variable operator/(const Variable& x, Scalar c);
Variable operator/(Scalar c, const Variable& x);
inline Variable operator+(Scalar c, const Variable& x) { return x + c; }
inline Variable operator-(const Variable& x, Scalar c) { return x + -c; }
inline Variable operator-(Scalar c, const Variable& x) { return -x + c; }
inline Variable operator*(Scalar c, const Variable& x) { return x * c; }
/// x^exponent, for a constant exponent.
Variable power(const Variable& x, Scalar exponent);

}  // namespace heed
