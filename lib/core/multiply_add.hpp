// A product and a sum, rounded once.
#pragma once

#include <cmath>

#include "lib/core/scalar.hpp"

namespace heed {

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

}  // namespace heed
