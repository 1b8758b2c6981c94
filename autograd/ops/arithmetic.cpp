#include "autograd/ops/arithmetic.hpp"

#include "lib/array/elementwise.hpp"

namespace heed::inline HEED_PRECISION {

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
