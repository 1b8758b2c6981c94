#include "lib/score/ratio_interval.hpp"

#include "lib/core/error.hpp"
#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("the interval of a ratio's median is that of the sign test") {
  std::vector<double> one(31, 2.0), times;
  for (int i = 1; i <= 31; ++i) times.push_back(2.0 * i);  // ratios 1 … 31
  const RatioInterval ratio = ratio_interval(times, one);
  CHECK(ratio.median == 16);
  CHECK(ratio.least == 10);  // tables of the sign test: of 31, the 10th from either end
  CHECK(ratio.most == 22);
  CHECK(ratio_text({1.5, 1.25, 2}) == "1.500 (1.250 … 2.000)");
  const RatioInterval few = ratio_interval({1, 3, 2}, {1, 1, 1});
  CHECK((few.least == 1 && few.median == 2 && few.most == 3));
  CHECK_THROWS_AS(ratio_interval({1, 2}, {1}), Error);
  // Anything that slows one round down slows both.
  CHECK(ratio_interval({1, 10, 100}, {2, 20, 200}).most == 0.5);
}
