// Numbers too small for the normal format count as 0 while a FlushDenormal lives, on its thread.
#include "lib/core/flush_denormal.hpp"

#include <limits>

#include "tests/catch.hpp"

#if defined(__x86_64__) || defined(__aarch64__)
TEST_CASE("what would be denormal is 0 while a FlushDenormal lives, and as before after it") {
  volatile float small = std::numeric_limits<float>::min(), half = 0.5F;
  const auto product = [&] { return small * half; };
  CHECK(product() > 0);
  {
    const heed::FlushDenormal flush;
    CHECK(product() == 0);
    CHECK(small * 2 > 0);
  }
  CHECK(product() > 0);
}
#endif
