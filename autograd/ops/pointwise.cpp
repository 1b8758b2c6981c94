#include "autograd/ops/pointwise.hpp"

#include "lib/array/elementwise.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

// y = e^x.      dx = g y
Variable exp(const Variable& x) {
  const Array y = exp(x.value());
  return record("exp", y, {{x, [y](const Array& g) { return g * y; }}});
}

// y = ln x.      dx = g / x
Variable log(const Variable& x) {
  const Array X = x.value();
  return record("log", log(X), {{x, [X](const Array& g) { return g / X; }}});
}

// y = √x.      dx = g / 2y
Variable sqrt(const Variable& x) {
  const Array y = sqrt(x.value());
  return record("sqrt", y, {{x, [y](const Array& g) { return g / (y * 2); }}});
}

// y = tanh x.      dx = g (1 - y²)
Variable tanh(const Variable& x) {
  const Array y = tanh(x.value());
  return record("tanh", y, {{x, [y](const Array& g) { return g * (1 - y * y); }}});
}

// y = 1 / (1 + e^-x).      dx = g y (1 - y)
Variable sigmoid(const Variable& x) {
  const Array y = sigmoid(x.value());
  return record("sigmoid", y, {{x, [y](const Array& g) { return g * (y * (1 - y)); }}});
}

// y = log(1 + e^x).      dx = g σ(x)
Variable softplus(const Variable& x) {
  const Array X = x.value();
  return record("softplus", softplus(X), {{x, [X](const Array& g) { return g * sigmoid(X); }}});
}

// y = max(x, 0).      dx = g [y > 0]
Variable relu(const Variable& x) {
  const Array y = relu(x.value());
  // y > 0 exactly where x > 0: keeping y costs nothing, the next op keeps it too
  return record("relu", y, {{x, [y](const Array& g) { return relu_backward(y, g); }}});
}

// y = x Φ(x), or Φ's approximation by tanh.      dx = g (Φ(x) + x Φ'(x))
Variable gelu(const Variable& x, Gelu form) {
  const Array X = x.value();
  if (form == Gelu::tanh) {
    return record("gelu", gelu_tanh(X), {{x, [X](const Array& g) { return gelu_tanh_backward(X, g); }}});
  }
  return record("gelu", gelu(X), {{x, [X](const Array& g) { return gelu_backward(X, g); }}});
}

// y = c ? a : b.      da = c ? g : 0      db = c ? 0 : g
Variable where(const Array& condition, const Variable& a, const Variable& b) {
  const Array zero = Array::scalar(0);
  return record("where", where(condition, a.value(), b.value()),
                {{a, [condition, zero](const Array& g) { return where(condition, g, zero); }},
                 {b, [condition, zero](const Array& g) { return where(condition, zero, g); }}});
}

Variable masked_fill(const Variable& x, const Array& mask, Scalar value) {
  if (broadcast_shapes("masked_fill", x.shape(), mask.shape()) != x.shape()) {
    throw_error<ShapeError>("[masked_fill] a mask of shape {} does not broadcast to {}", mask.shape(),
                            x.shape());
  }
  return where(mask, Variable(Array::scalar(value)), x);
}

// If an operand was repeated, the sweep sums its gradient over the repetitions.

// y = a + b.      da = db = g
Variable operator+(const Variable& a, const Variable& b) {
  const auto same = [](const Array& g) { return g; };
  return record("add", a.value() + b.value(), {{a, same}, {b, same}});
}

// y = a - b.      da = g      db = -g
Variable operator-(const Variable& a, const Variable& b) {
  return record("subtract", a.value() - b.value(),
                {{a, [](const Array& g) { return g; }}, {b, [](const Array& g) { return -g; }}});
}

// y = a b.      da = g b      db = g a
Variable operator*(const Variable& a, const Variable& b) {
  const Array A = a.value(), B = b.value();
  return record("multiply", A * B,
                {{a, [B](const Array& g) { return g * B; }}, {b, [A](const Array& g) { return g * A; }}});
}

// y = a / b.      da = g / b      db = -g y / b
Variable operator/(const Variable& a, const Variable& b) {
  const Array B = b.value(), y = a.value() / B;
  return record(
      "divide", y,
      {{a, [B](const Array& g) { return g / B; }}, {b, [B, y](const Array& g) { return -(g * y / B); }}});
}

// y = x / c.      dx = g / c
Variable operator/(const Variable& x, Scalar c) {
  return record("divide", x.value() / c, {{x, [c](const Array& g) { return g / c; }}});
}

// y = c / x.      dx = -g y / x
Variable operator/(Scalar c, const Variable& x) {
  const Array X = x.value(), y = c / X;
  return record("divide", y, {{x, [X, y](const Array& g) { return -(g * y / X); }}});
}

// y = -x.      dx = -g
Variable operator-(const Variable& x) {
  return record("negate", -x.value(), {{x, [](const Array& g) { return -g; }}});
}

// y = x^p.      dx = g p x^(p-1)
Variable power(const Variable& x, Scalar exponent) {
  const Array X = x.value();
  return record("power", power(X, exponent),
                {{x, [X, exponent](const Array& g) {
                    // the derivative of x⁰ is 0 everywhere, also where x^-1 is not finite
                    return exponent == 0 ? Array::zeros(g.shape()) : g * (power(X, exponent - 1) * exponent);
                  }}});
}

// y = c x.      dx = c g
Variable operator*(const Variable& x, Scalar c) {
  return record("scale", x.value() * c, {{x, [c](const Array& g) { return g * c; }}});
}

// y = x + c.      dx = g
Variable operator+(const Variable& x, Scalar c) {
  return record("shift", x.value() + c, {{x, [](const Array& g) { return g; }}});
}

}  // namespace heed
