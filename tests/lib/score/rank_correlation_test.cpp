#include "lib/score/rank_correlation.hpp"

#include <cmath>

#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("rank correlation is 1 in the same order, -1 in the opposite one, and ties share their place") {
  CHECK(rank_correlation({1, 2, 30}, {0.1, 0.2, 0.9}) == Approx(1));
  CHECK(rank_correlation({1, 2, 30, 4}, {9, 8, -5, 1}) == Approx(-1));
  // 1 − 6 Σ d² / (n (n² − 1)) of places 1 2 3 4 5 beside 2 1 4 3 5
  CHECK(rank_correlation({10, 20, 30, 40, 50}, {2, 1, 4, 3, 5}) == Approx(1 - 6 * 4 / 120.0));
  CHECK(rank_correlation({1, 1, 2}, {1, 2, 3}) == Approx(std::sqrt(3) / 2));  // places 1.5 1.5 3
  CHECK(rank_correlation({1, 1, 1}, {1, 2, 3}) == 0);
}
