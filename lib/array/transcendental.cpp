// exp, log, tanh, sigmoid, softplus, powers, relu and gelu of each element, without xtensor. Every element
// goes through the same vector code, also the last few of an array, so that a value does not depend on its
// place.
#include <cmath>
#include <numbers>

#include "lib/array/elementwise.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/simd.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using simd::Batch;
constexpr double costly = 1.0;  // rough nanoseconds for one element

template <typename F>
Array map(const Array& x, F f) {
  Array y(x.shape());
  const Scalar* in = x.data();
  Scalar* out = y.mutable_data();
  parallel_ranges(x.size(), costly, [&](std::int64_t begin, std::int64_t end) {
    simd::map_row(end - begin, out + begin, f, in + begin);
  });
  return y;
}

/// f(x, g) for a gradient g of the shape of x.
template <typename F>
Array map(const char* op, const Array& x, const Array& g, F f) {
  if (x.shape() != g.shape()) throw_error<ShapeError>("[{}] x {}, g {}", op, x.shape(), g.shape());
  Array y(x.shape());
  Scalar* out = y.mutable_data();
  parallel_ranges(x.size(), costly * 2, [&](std::int64_t begin, std::int64_t end) {
    simd::map_row(end - begin, out + begin, f, x.data() + begin, g.data() + begin);
  });
  return y;
}

constexpr auto inverse_sqrt2 = static_cast<Scalar>(1 / std::numbers::sqrt2);
constexpr auto inverse_sqrt_2pi = static_cast<Scalar>(std::numbers::inv_sqrtpi / std::numbers::sqrt2);
constexpr auto sqrt_2_over_pi = static_cast<Scalar>(std::numbers::sqrt2 * std::numbers::inv_sqrtpi);
constexpr auto cubic = static_cast<Scalar>(0.044715);
constexpr auto half = static_cast<Scalar>(0.5);
constexpr auto one = static_cast<Scalar>(1);

/// 2 Φ(x). xsimd's erf gives NaN where x² overflows; beyond 10 it is ±1. With the variable second, min and
/// max hand a NaN on.
Batch twice_phi(Batch x) {
  const Batch z = xsimd::max(Batch(Scalar{-10}), xsimd::min(Batch(Scalar{10}), inverse_sqrt2 * x));
  return one + xsimd::erf(z);
}

Batch tanh_of_cubic(Batch x) { return xsimd::tanh(sqrt_2_over_pi * xsimd::fma(cubic * x * x, x, x)); }

}  // namespace

Array exp(const Array& x) {
  return map(x, [](Batch v) { return xsimd::exp(v); });
}
Array log(const Array& x) {
  return map(x, [](Batch v) { return xsimd::log(v); });
}
Array tanh(const Array& x) {
  return map(x, [](Batch v) { return xsimd::tanh(v); });
}
Array sigmoid(const Array& x) {
  // e^-x may overflow to infinity: its inverse is the 0 that it should be
  return map(x, [](Batch v) { return one / (one + xsimd::exp(-v)); });
}

Array softplus(const Array& x) {
  return map(
      x, [](Batch v) { return xsimd::max(Batch(Scalar{0}), v) + xsimd::log1p(xsimd::exp(-xsimd::abs(v))); });
}

Array relu(const Array& x) {
  return map(x, [](Batch v) { return xsimd::select(v < Scalar{0}, Batch(Scalar{0}), v); });
}

Array relu_backward(const Array& x, const Array& g) {
  return map("relu_backward", x, g,
             [](Batch v, Batch up) { return xsimd::select(v > Scalar{0}, up, Batch(Scalar{0})); });
}

Array power(const Array& x, Scalar exponent) {
  if (exponent == 2) return x * x;
  if (exponent == -1) return one / x;
  // xsimd's pow is off by up to 50 units in the last place, and 0 for 0 to a power of 0 or less
  Array y(x.shape());
  const Scalar* in = x.data();
  Scalar* out = y.mutable_data();
  parallel_for(x.size(), costly * 10, [&](std::int64_t i) { out[i] = std::pow(in[i], exponent); });
  return y;
}

Array gelu(const Array& x) {
  return map(x, [](Batch v) { return half * v * twice_phi(v); });
}

Array gelu_backward(const Array& x, const Array& g) {
  return map("gelu_backward", x, g, [](Batch v, Batch up) {
    const Batch slope = inverse_sqrt_2pi * xsimd::exp(-half * v * v);
    return up * xsimd::fma(v, slope, half * twice_phi(v));
  });
}

Array gelu_tanh(const Array& x) {
  return map(x, [](Batch v) { return half * v * (one + tanh_of_cubic(v)); });
}

Array gelu_tanh_backward(const Array& x, const Array& g) {
  return map("gelu_tanh_backward", x, g, [](Batch v, Batch up) {
    const Batch t = tanh_of_cubic(v);
    const Batch inner = sqrt_2_over_pi * xsimd::fma(3 * cubic * v, v, Batch(one));
    return up * half * xsimd::fma(v * xsimd::fnma(t, t, Batch(one)), inner, one + t);
  });
}

}  // namespace heed
