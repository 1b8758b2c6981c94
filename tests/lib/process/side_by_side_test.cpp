#include "lib/process/side_by_side.hpp"

#include "lib/core/error.hpp"
#include "tests/catch.hpp"

TEST_CASE("each thing is done once, however many at a time") {
  for (const std::size_t at_a_time : {0, 1, 3, 50}) {
    std::vector<int> done(20);
    heed::side_by_side(done.size(), at_a_time, [&](std::size_t i) { ++done[i]; });
    CHECK(done == std::vector<int>(20, 1));
  }
}

TEST_CASE("when one of several things throws, no other begins, and it is thrown again") {
  std::atomic<int> begun = 0;
  CHECK_THROWS_AS(heed::side_by_side(1000, 2,
                                     [&](std::size_t i) {
                                       ++begun;
                                       if (i == 3) heed::throw_error("three");
                                       std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                     }),
                  heed::Error);
  CHECK(begun < 1000);
}
