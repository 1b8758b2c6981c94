// Elementwise functions of arrays. Two operands broadcast as in NumPy: axes are aligned at the end, and an
// axis of length 1 is repeated. All throw ShapeError naming the op and both shapes when they do not go
// together.
#pragma once

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

Array operator+(const Array& a, const Array& b);
Array operator-(const Array& a, const Array& b);
Array operator*(const Array& a, const Array& b);
Array operator/(const Array& a, const Array& b);
Array operator+(const Array& a, Scalar b);
Array operator*(const Array& a, Scalar b);
Array operator-(const Array& a);
inline Array operator-(const Array& a, Scalar b) { return a + -b; }
inline Array operator*(Scalar a, const Array& b) { return b * a; }
/// A true division: a (1/b) would differ in the last bit, and overflow for the smallest b.
Array operator/(const Array& a, Scalar b);
/// a - b and a / b with the scalar in front.
Array operator-(Scalar a, const Array& b);
Array operator/(Scalar a, const Array& b);

Array exp(const Array& x);
Array log(const Array& x);
Array sqrt(const Array& x);
Array tanh(const Array& x);
/// 1 / (1 + e^-x), without overflow at either end.
Array sigmoid(const Array& x);
/// log(1 + e^x), without overflow.
Array softplus(const Array& x);
/// max(x, 0); a NaN stays a NaN.
Array relu(const Array& x);
/// g where x > 0, else 0: the gradient of relu.
Array relu_backward(const Array& x, const Array& g);
/// x^exponent.
Array power(const Array& x, Scalar exponent);

/// x Φ(x), with Φ the normal distribution function: Hendrycks & Gimpel 2016, PyTorch's gelu(x).
Array gelu(const Array& x);
/// g (Φ(x) + x φ(x)).
Array gelu_backward(const Array& x, const Array& g);
/// x/2 (1 + tanh u) with u = √(2/π) (x + 0.044715 x³), PyTorch's gelu(x, approximate="tanh").
Array gelu_tanh(const Array& x);
/// g (1/2 (1 + tanh u) + x/2 (1 - tanh² u) √(2/π) (1 + 0.134145 x²)).
Array gelu_tanh_backward(const Array& x, const Array& g);

/// Takes the element of a where `condition` is not zero, else that of b; all three broadcast.
Array where(const Array& condition, const Array& a, const Array& b);

/// into += x, in place; the shapes must be equal.
void add_into(Array& into, const Array& x);
/// The array repeated to a larger shape.
Array broadcast_to(const Array& x, const Shape& shape);

}  // namespace heed
