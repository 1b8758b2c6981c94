// Loops over one row with vector instructions. Every element goes through the same vector code, the last few
// padded to a full vector, so a value does not depend on its place in the row. Private to the kernels.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

#include <xsimd/xsimd.hpp>

#include "lib/core/scalar.hpp"

// xsimd leaves out: before version 11 the fused multiply-adds of AVX-512 (it writes x * y + z, which
// -ffp-contract=off keeps in two roundings), and arm64's division and square root of floats (it computes them
// from estimates, as 32-bit ARM must, which are off in the last digits and NaN for √∞).
namespace xsimd {

#if XSIMD_WITH_AVX512F && XSIMD_VERSION_MAJOR < 11
template <>
inline batch<float> fma(const batch<float>& x, const batch<float>& y, const batch<float>& z) noexcept {
  return _mm512_fmadd_ps(x, y, z);
}
template <>
inline batch<float> fnma(const batch<float>& x, const batch<float>& y, const batch<float>& z) noexcept {
  return _mm512_fnmadd_ps(x, y, z);
}
template <>
inline batch<double> fma(const batch<double>& x, const batch<double>& y, const batch<double>& z) noexcept {
  return _mm512_fmadd_pd(x, y, z);
}
template <>
inline batch<double> fnma(const batch<double>& x, const batch<double>& y, const batch<double>& z) noexcept {
  return _mm512_fnmadd_pd(x, y, z);
}
#elif XSIMD_WITH_NEON64
template <>
inline batch<float> fnma(const batch<float>& x, const batch<float>& y, const batch<float>& z) noexcept {
  return vfmsq_f32(z, x, y);
}
template <>
inline batch<double> fnma(const batch<double>& x, const batch<double>& y, const batch<double>& z) noexcept {
  return vfmsq_f64(z, x, y);
}
template <>
inline batch<float>& batch<float>::operator/=(const batch<float>& other) noexcept {
  return *this = vdivq_f32(*this, other);
}
template <>
inline batch<float> sqrt(const batch<float>& x) noexcept {
  return vsqrtq_f32(x);
}
#endif

}  // namespace xsimd

namespace heed::inline HEED_PRECISION::simd {

using Batch = xsimd::batch<Scalar>;
constexpr std::int64_t lanes = Batch::size;

/// A row's last, incomplete vector, filled up with `padding`.
inline Batch load_tail(const Scalar* x, std::int64_t n, Scalar padding) {
  alignas(64) std::array<Scalar, lanes> buffer;
  buffer.fill(padding);
  std::copy_n(x, n, buffer.begin());
  return Batch::load_aligned(buffer.data());
}

inline void store_tail(Batch value, Scalar* y, std::int64_t n) {
  alignas(64) std::array<Scalar, lanes> buffer;
  value.store_aligned(buffer.data());
  std::copy_n(buffer.begin(), n, y);
}

/// How a body of for_vectors reads and writes one vector: a whole one, or the first n numbers of one.
struct Whole {
  Batch load(const Scalar* from) const { return Batch::load_unaligned(from); }
  void store(Batch value, Scalar* to) const { value.store_unaligned(to); }
};
struct Tail {
  std::int64_t n;
  Batch load(const Scalar* from) const { return load_tail(from, n, Scalar{0}); }
  void store(Batch value, Scalar* to) const { store_tail(value, to, n); }
};

/// body(i, Whole()) for each whole vector of a row, body(i, Tail{…}) for what is left: for loops that write
/// several rows.
template <typename Body>
void for_vectors(std::int64_t n, Body body) {
  std::int64_t i = 0;
  for (; i + lanes <= n; i += lanes) body(i, Whole{});
  if (i < n) body(i, Tail{n - i});
}

/// y[i] = f(x[i]…) for each i.
template <typename F, typename... In>
void map_row(std::int64_t n, Scalar* y, F f, const In*... x) {
  std::int64_t i = 0;
  for (; i + lanes <= n; i += lanes) f(Batch::load_unaligned(x + i)...).store_unaligned(y + i);
  if (i < n) store_tail(f(load_tail(x + i, n - i, Scalar{0})...), y + i, n - i);
}

/// fold(start, x[0]…), in vector lanes first; `padding` fills up the last vector of each input.
template <typename F, typename... In>
Batch fold_row(std::int64_t n, Scalar start, Scalar padding, F fold, const In*... x) {
  Batch total(start);
  std::int64_t i = 0;
  for (; i + lanes <= n; i += lanes) total = fold(total, Batch::load_unaligned(x + i)...);
  if (i < n) total = fold(total, load_tail(x + i, n - i, padding)...);
  return total;
}

/// As map_row, and returns the sum of what was stored.
template <typename F, typename... In>
Batch map_and_sum_row(std::int64_t n, Scalar* y, F f, const In*... x) {
  Batch total(Scalar{0});
  std::int64_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const Batch value = f(Batch::load_unaligned(x + i)...);
    value.store_unaligned(y + i);
    total += value;
  }
  if (i < n) {
    store_tail(f(load_tail(x + i, n - i, Scalar{0})...), y + i, n - i);
    total += load_tail(y + i, n - i, Scalar{0});
  }
  return total;
}

using Vector [[gnu::vector_size(sizeof(Batch))]] = Scalar;

/// Lane l becomes f(lane l, lane l + Half), until one is left.
template <std::size_t Half, typename F, std::size_t... I>
Scalar fold_halves(Vector v, F f, std::index_sequence<I...> all) {
  if constexpr (Half == 0) {
    return v[0];
  } else {
    const Vector upper = __builtin_shufflevector(v, v, ((I + Half) % sizeof...(I))...);
    return fold_halves<Half / 2>(f(v, upper), f, all);
  }
}

/// The lanes of one vector folded to one number, in a fixed order. f takes two vectors.
template <typename F>
Scalar fold_lanes(Batch value, F f) {
  Vector v;
  static_assert(sizeof v == sizeof value);
  std::memcpy(&v, &value, sizeof v);
  return fold_halves<lanes / 2>(v, f, std::make_index_sequence<lanes>{});
}

inline Scalar sum_lanes(Batch value) {
  return fold_lanes(value, [](Vector a, Vector b) { return a + b; });
}

/// Σ x and Σ x y of rows.
inline Scalar sum_row(std::int64_t n, const Scalar* x) {
  return sum_lanes(fold_row(
      n, 0, 0, [](Batch t, Batch v) { return t + v; }, x));
}
inline Scalar dot_row(std::int64_t n, const Scalar* x, const Scalar* y) {
  return sum_lanes(fold_row(
      n, 0, 0, [](Batch t, Batch v, Batch w) { return xsimd::fma(v, w, t); }, x, y));
}

/// y = factor x,  y += x,  y += factor x.
inline void scale_row(std::int64_t n, Scalar* y, Scalar factor, const Scalar* x) {
  map_row(
      n, y, [factor](Batch v) { return v * factor; }, x);
}
inline void add_row(std::int64_t n, Scalar* y, const Scalar* x) {
  map_row(
      n, y, [](Batch a, Batch b) { return a + b; }, static_cast<const Scalar*>(y), x);
}
inline void add_row(std::int64_t n, Scalar* y, Scalar factor, const Scalar* x) {
  map_row(
      n, y, [factor](Batch a, Batch b) { return xsimd::fma(Batch(factor), b, a); },
      static_cast<const Scalar*>(y), x);
}

/// The largest element of a row, -inf for an empty one. NaNs may or may not be noticed.
inline Scalar max_row(const Scalar* x, std::int64_t n) {
  constexpr Scalar lowest = -std::numeric_limits<Scalar>::infinity();
  const Batch best = fold_row(
      n, lowest, lowest, [](Batch a, Batch b) { return xsimd::max(a, b); }, x);
  return fold_lanes(best, [](Vector a, Vector b) { return a > b ? a : b; });
}

}  // namespace heed::simd
