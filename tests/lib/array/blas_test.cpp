#include "lib/array/blas.hpp"

#include <cstdlib>
#include <string>

#include "tests/catch.hpp"

namespace heed {

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
