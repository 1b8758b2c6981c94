// xsimd, with the fused multiply-adds that xsimd 8 leaves to the compiler: where it has none of its own for
// an instruction set it writes x * y + z, and -ffp-contract=off keeps that in two roundings and two
// instructions. Private to the kernels.
#pragma once

#include <xsimd/xsimd.hpp>

namespace xsimd {

#if XSIMD_WITH_AVX512F
template <>
inline batch<float> fma(const batch<float>& x, const batch<float>& y, const batch<float>& z) noexcept {
  return _mm512_fmadd_ps(x, y, z);
}
template <>
inline batch<float> fms(const batch<float>& x, const batch<float>& y, const batch<float>& z) noexcept {
  return _mm512_fmsub_ps(x, y, z);
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
inline batch<double> fms(const batch<double>& x, const batch<double>& y, const batch<double>& z) noexcept {
  return _mm512_fmsub_pd(x, y, z);
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
#endif

}  // namespace xsimd
