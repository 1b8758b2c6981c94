#include "lib/report/number.hpp"

#include <limits>

#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("numbers as people read them: digits in groups, with a noun, rates and durations") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(1234567) == "1,234,567");
  CHECK(grouped(-100) == "-100");
  CHECK(grouped(-1000) == "-1,000");
  CHECK(grouped(std::numeric_limits<std::int64_t>::min()) == "-9,223,372,036,854,775,808");
  CHECK(counted(0, "run") == "0 runs");
  CHECK(counted(1, "run") == "1 run");
  CHECK(counted(1200, "run") == "1,200 runs");
  CHECK(rate_text(0) == "0.00");
  CHECK(rate_text(0.254) == "0.25");
  CHECK(rate_text(0.999) == "1.0");
  CHECK(rate_text(7.26) == "7.3");
  CHECK(rate_text(9.96) == "10");
  CHECK(rate_text(12345.4) == "12,345");
  CHECK(clock_text(8) == "0:08");
  CHECK(clock_text(200) == "3:20");
  CHECK(clock_text(3909) == "1:05:09");
}
