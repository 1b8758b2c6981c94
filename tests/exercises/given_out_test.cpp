// How much of the memory that is freed was counted.
#include "exercises/grading/given_out.hpp"

#include <map>
#include <random>

#include "tests/catch.hpp"

using heed::grading::GivenOut;

TEST_CASE("the bytes of each piece of memory come back once, whatever order they are freed in") {
  GivenOut given_out;
  std::map<const void*, long> pieces;
  std::mt19937 random(1);
  const auto* const memory = reinterpret_cast<const char*>(0x7f0000000000);
  for (int step = 0; step < 200'000; ++step) {
    const void* const room = memory + 16 * (random() % 5000);
    const auto bytes = static_cast<long>(random() % 1000);
    if (random() % 2 == 0) {
      REQUIRE(given_out.add(room, bytes) == (pieces.contains(room) ? pieces[room] : 0));
      pieces[room] = bytes;
    } else {
      REQUIRE(given_out.take(room) == (pieces.contains(room) ? pieces[room] : 0));
      pieces.erase(room);
    }
  }
}

TEST_CASE("what was never given out has no bytes") {
  GivenOut given_out;
  const int own = 0;
  CHECK(given_out.take(&own) == 0);
}
