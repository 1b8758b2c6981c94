// Functions of each element alone; and arithmetic with broadcasting: axes are aligned at the end, an axis of
// length 1 is repeated. A shape that does not go with the other throws ShapeError naming the op and both.
#pragma once

#include "autograd/variable.hpp"

namespace heed::inline HEED_PRECISION {

Variable exp(const Variable& x);
/// Natural logarithm.
Variable log(const Variable& x);
Variable sqrt(const Variable& x);
Variable tanh(const Variable& x);
/// 1 / (1 + e^-x).
Variable sigmoid(const Variable& x);
/// log(1 + e^x): relu with a round corner.
Variable softplus(const Variable& x);
/// max(x, 0); its derivative at 0 is taken as 0, as in PyTorch.
Variable relu(const Variable& x);

/// exact: x Φ(x).  tanh: x/2 (1 + tanh(√(2/π) (x + 0.044715 x³))).
enum class Gelu { exact, tanh };
/// Gaussian error linear unit (Hendrycks & Gimpel 2016).
Variable gelu(const Variable& x, Gelu form = Gelu::exact);

/// Takes the element of a where `condition` is not 0, else that of b; all broadcast. No gradient flows to the
/// condition.
Variable where(const Array& condition, const Variable& a, const Variable& b);
/// x with `value` wherever `mask` is not 0; the mask broadcasts to x. (As PyTorch's: here true means
/// *replace*.)
Variable masked_fill(const Variable& x, const Array& mask, Scalar value);

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
