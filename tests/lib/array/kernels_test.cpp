#include "lib/array/kernels.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "lib/array/simd.hpp"
#include "lib/core/multiply_add.hpp"
#include "tests/catch.hpp"

namespace heed {

TEST_CASE("the vectors' a b + c, and what is made of it, is rounded as often as simd_level() says") {
  using simd::Batch;
  const Scalar h = std::ldexp(Scalar(1), -(std::numeric_limits<Scalar>::digits + 1) / 2);
  const Batch x(1 + h), one(1);  // (1 + h)² = 1 + 2 h + h², and the last is lost where the product is rounded
  const bool once = simd_level().ends_with(", fused");
  const Scalar expected = once ? 2 * h + h * h : 2 * h;
  CHECK(xsimd::fma(x, x, -one).get(0) == expected);
  CHECK(xsimd::fnma(x, x, one).get(0) == -expected);
  CHECK(multiply_add(1 + h, 1 + h, -1) == expected);
}

TEST_CASE("the BLAS library says which it is, and computes with no kernels of 2004 on a newer processor") {
  CHECK(blas_description().find("OpenBLAS") == 0);
#ifdef __x86_64__
  const char* asked_for = std::getenv("OPENBLAS_CORETYPE");
  const bool old = asked_for != nullptr && std::string(asked_for) == "Prescott";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && !old)
    CHECK(blas_description().find("Prescott") == std::string::npos);
#endif
}

}  // namespace heed
