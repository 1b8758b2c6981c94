// Arithmetic with broadcasting: axes are aligned at the end, an axis of length 1 is repeated. A shape that
// does not go with the other throws ShapeError naming the op and both.
#pragma once

#include "autograd/variable.hpp"

namespace heed::inline HEED_PRECISION {

Variable add(const Variable& a, const Variable& b);
Variable subtract(const Variable& a, const Variable& b);
Variable multiply(const Variable& a, const Variable& b);
Variable divide(const Variable& a, const Variable& b);
/// -x.
Variable negate(const Variable& x);
/// x^exponent, for a constant exponent.
Variable power(const Variable& x, Scalar exponent);

/// x / c and c / x for a constant c.
Variable divide(const Variable& x, Scalar c);
Variable divide(Scalar c, const Variable& x);
/// c x and x + c for a constant c.
Variable scale(const Variable& x, Scalar c);
Variable shift(const Variable& x, Scalar c);

inline Variable operator+(const Variable& a, const Variable& b) { return add(a, b); }
inline Variable operator-(const Variable& a, const Variable& b) { return subtract(a, b); }
inline Variable operator*(const Variable& a, const Variable& b) { return multiply(a, b); }
inline Variable operator/(const Variable& a, const Variable& b) { return divide(a, b); }
inline Variable operator-(const Variable& x) { return negate(x); }
inline Variable operator+(const Variable& x, Scalar c) { return shift(x, c); }
inline Variable operator+(Scalar c, const Variable& x) { return shift(x, c); }
inline Variable operator-(const Variable& x, Scalar c) { return shift(x, -c); }
inline Variable operator-(Scalar c, const Variable& x) { return shift(negate(x), c); }
inline Variable operator*(const Variable& x, Scalar c) { return scale(x, c); }
inline Variable operator*(Scalar c, const Variable& x) { return scale(x, c); }
inline Variable operator/(const Variable& x, Scalar c) { return divide(x, c); }
inline Variable operator/(Scalar c, const Variable& x) { return divide(c, x); }

}  // namespace heed
