// The one number type. Training uses float; the same sources are built a second time with double, so that
// gradients can be checked against central differences. Readers of the code see neither templates nor dtypes.
#pragma once

#include <cmath>
#include <limits>

namespace heed {

#ifdef HEED_DOUBLE
using Scalar = double;
#else
using Scalar = float;
#endif

/// a b + c, rounded once where the processor has such an instruction, as in the vector kernels; twice
/// elsewhere, where std::fma is a slow function. For loops over elements: the compiler itself never fuses
/// (-ffp-contract=off).
inline Scalar multiply_add(Scalar a, Scalar b, Scalar c) {
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  return std::fma(a, b, c);
#else
  return a * b + c;
#endif
}

/// x for printing: a NaN has a sign bit, which means nothing and differs between processors.
template <typename T>
T without_nan_sign(T x) {
  return std::isnan(x) ? std::numeric_limits<T>::quiet_NaN() : x;
}

}  // namespace heed
