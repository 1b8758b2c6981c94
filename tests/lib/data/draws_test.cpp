#include "lib/data/draws.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "tests/catch.hpp"

using heed::Draws;

TEST_CASE("draws are the published Philox numbers") {
  // Random123's own known answer for counter 0 and key 0.
  Draws draws(0);
  CHECK(draws.next() == 0x6627e8d5U);
  CHECK(draws.next() == 0xe169c58dU);
  CHECK(draws.next() == 0xbc57ac4cU);
  CHECK(draws.next() == 0x9b00dbd8U);
}

TEST_CASE("whole numbers below n are evenly spread") {
  Draws draws(3, 1);
  std::array<int, 7> counts{};
  constexpr int kDraws = 70000;
  for (int i = 0; i < kDraws; ++i) ++counts.at(draws.below(7));
  double chi_squared = 0;
  for (const int count : counts) chi_squared += (count - 10000.0) * (count - 10000.0) / 10000.0;
  CHECK(chi_squared < 22.5);  // 6 degrees of freedom: one in a thousand
}

TEST_CASE("a shuffle keeps every element and depends on seed and stream") {
  std::vector<int> values(100);
  std::iota(values.begin(), values.end(), 0);
  const auto shuffled = [&](std::uint64_t seed, std::uint64_t stream) {
    std::vector<int> copy = values;
    Draws(seed, stream).shuffle(copy);
    return copy;
  };
  std::vector<int> a = shuffled(1, 2);
  CHECK(a == shuffled(1, 2));
  CHECK(a != shuffled(1, 3));
  CHECK(a != shuffled(2, 2));
  CHECK(a != values);
  std::sort(a.begin(), a.end());
  CHECK(a == values);
}
