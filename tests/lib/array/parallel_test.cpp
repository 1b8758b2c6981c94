#include "lib/array/parallel.hpp"

#include <atomic>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"

namespace heed {
namespace {

/// Puts the number of threads back.
struct Threads {
  explicit Threads(int count) { set_threads(count); }
  ~Threads() { set_threads(before); }
  int before = threads();
};

std::vector<int> visits(std::int64_t chunks) {
  const auto counts = std::make_unique<std::atomic<int>[]>(static_cast<std::size_t>(chunks) + 1);
  parallel_chunks(chunks, [&](std::int64_t c) { ++counts[static_cast<std::size_t>(c)]; });
  std::vector<int> seen;
  for (std::int64_t c = 0; c <= chunks; ++c) seen.push_back(counts[static_cast<std::size_t>(c)]);
  return seen;
}

}  // namespace

TEST_CASE("every chunk is done exactly once", "[threads]") {
  for (const int count : {1, 2, 3, 8}) {
    const Threads team(count);
    CHECK(threads() == count);
    for (const std::int64_t chunks : {0, 1, 2, 3, 16, 1000}) {
      std::vector<int> expected(static_cast<std::size_t>(chunks), 1);
      expected.push_back(0);
      CHECK(visits(chunks) == expected);
    }
  }
}

TEST_CASE("ranges are consecutive and cover everything, in the same pieces for any number of threads",
          "[threads]") {
  for (const std::int64_t n : {0, 1, 5, 63, 64, 65, 1000, 12'345, 1'000'003}) {
    for (const double cost : {0.0, 0.25, 10.0, 1e5}) {
      std::vector<std::vector<std::int64_t>> cuts;
      for (const int count : {1, 2, 3}) {
        const Threads team(count);
        std::vector<std::atomic<std::int64_t>> ends(2'000);
        std::atomic<std::int64_t> total{0};
        std::atomic<std::size_t> pieces{0};
        parallel_ranges(n, cost, [&](std::int64_t begin, std::int64_t end) {
          total += end - begin;
          ends[pieces++] = end;
        });
        CHECK(total == n);
        CHECK(pieces <= 16);
        std::vector<std::int64_t> cut(ends.begin(),
                                      ends.begin() + static_cast<std::ptrdiff_t>(pieces.load()));
        std::sort(cut.begin(), cut.end());
        cuts.push_back(cut);
      }
      CHECK(cuts[0] == cuts[1]);
      CHECK(cuts[0] == cuts[2]);
      if (n > 0) CHECK(cuts[0].back() == n);
    }
  }
}

TEST_CASE("small work stays on one thread", "[threads]") {
  const Threads team(3);
  const auto self = std::this_thread::get_id();
  bool elsewhere = false;
  parallel_ranges(1000, 0.25,
                  [&](std::int64_t, std::int64_t) { elsewhere = std::this_thread::get_id() != self; });
  CHECK_FALSE(elsewhere);
}

TEST_CASE("the first exception of a body comes out, the others are done, and the team goes on", "[threads]") {
  for (const int count : {1, 2, 3}) {
    const Threads team(count);
    for (int round = 0; round < 50; ++round) {
      std::atomic<int> done{0};
      const auto work = [&] {
        parallel_chunks(20, [&](std::int64_t c) {
          if (c == 7 || c == 9) throw std::runtime_error("chunk");
          ++done;
        });
      };
      CHECK_THROWS_WITH(work(), "chunk");
      CHECK(done == 18);
    }
    CHECK(visits(10) == std::vector<int>{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
  }
}

TEST_CASE("a body may run parallel loops of its own", "[threads]") {
  for (const int count : {1, 2, 3}) {
    const Threads team(count);
    std::atomic<int> total{0};
    parallel_chunks(8, [&](std::int64_t) {
      parallel_chunks(8, [&](std::int64_t) { parallel_chunks(3, [&](std::int64_t) { ++total; }); });
    });
    CHECK(total == 8 * 8 * 3);
  }
}

TEST_CASE("many short rounds lose nothing", "[threads]") {
  for (const int count : {2, 3}) {
    const Threads team(count);
    std::atomic<std::int64_t> total{0};
    for (int round = 0; round < 5'000; ++round) {
      parallel_chunks(4, [&](std::int64_t c) { total += c; });
    }
    CHECK(total == 5'000 * 6);
  }
}

TEST_CASE("the number of threads may change between loops, and not inside one", "[threads]") {
  const Threads keep(2);
  for (int round = 0; round < 60; ++round) {
    set_threads(1 + round % 4);
    CHECK(threads() == 1 + round % 4);
    CHECK(visits(5) == std::vector<int>{1, 1, 1, 1, 1, 0});
  }
  CHECK_THROWS_AS(set_threads(0), UsageError);
  CHECK_THROWS_AS(set_threads(-2), UsageError);
  set_threads(2);
  const auto inside = [] { parallel_chunks(4, [](std::int64_t) { set_threads(3); }); };
  CHECK_THROWS_AS(inside(), UsageError);
  CHECK(threads() == 2);
}

TEST_CASE("several threads of the user may work at once, also while the team is replaced", "[threads]") {
  const Threads team(3);
  std::atomic<std::int64_t> total{0};
  std::vector<std::thread> users;
  for (int u = 0; u < 4; ++u) {
    users.emplace_back([&] {
      for (int round = 0; round < 2'000; ++round) {
        std::int64_t own[8] = {};
        parallel_chunks(8, [&](std::int64_t c) { own[c] = c + 1; });
        total += std::accumulate(own, own + 8, std::int64_t{0});
      }
    });
  }
  for (int change = 0; change < 30; ++change) set_threads(1 + change % 3);
  for (std::thread& user : users) user.join();
  CHECK(total == 4 * 2'000 * 36);
}

}  // namespace heed
