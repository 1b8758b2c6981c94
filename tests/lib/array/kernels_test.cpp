#include "lib/array/kernels.hpp"

#include <cmath>
#include <limits>

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

}  // namespace heed
