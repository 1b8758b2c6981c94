// xsimd, with what it leaves out: before version 11 the fused multiply-adds of AVX-512 (it writes x * y +
// z, which -ffp-contract=off keeps in two roundings), and arm64's division and square root of floats (it
// computes them from estimates, as 32-bit ARM must, which are off in the last digits and NaN for √∞). Private
// to the kernels.
#pragma once

#include <xsimd/xsimd.hpp>

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
