#include "nn/processes/gradient_tree.hpp"
#include "lib/core/error.hpp"

#include <set>

#include "lib/array/elementwise.hpp"
#include "lib/array/random.hpp"
#include "tests/catch.hpp"
#include "tests/nn/processes/fake_processes.hpp"

using namespace heed;
using namespace heed::testing;

namespace {

Array gradient_of(int shard) { return Rng(static_cast<std::uint64_t>(shard) + 1).normal({7}); }

/// The same tree from the top: the left half is the largest power of two below the number of shards.
Array expected(int first, int count) {
  if (count == 1) return gradient_of(first);
  int left = 1;
  while (2 * left < count) left *= 2;
  return expected(first, left) + expected(first + left, count - left);
}

Array in_a_row(int count) {
  Array sum = gradient_of(0);
  for (int shard = 1; shard < count; ++shard) sum = sum + gradient_of(shard);
  return sum;
}

}  // namespace

TEST_CASE("the sum over all shards has the same bits for any number of processes", "[threads]") {
  for (const auto& [count, worlds] : std::vector<std::pair<int, std::vector<int>>>{
           {1, {1}}, {2, {1, 2}}, {4, {1, 2, 4}}, {6, {1, 2, 3, 6}}, {12, {1, 2, 3, 4, 6, 12}}}) {
    for (const int world : worlds) {
      CAPTURE(count, world);
      FakeProcesses::run(world, [&, count = count](Communicator& processes) {
        // A small batch leaves the last shards without examples.
        for (int active = count; active >= 1; --active) {
          if (!identical(sum_over_shards({count, world}, active, processes, gradient_of),
                         expected(0, active)))
            throw_error<Error>("another sum: rank {}, {} active", processes.rank(), active);
        }
      });
    }
  }
  // The order matters, or the test would show nothing.
  CHECK_FALSE(identical(expected(0, 6), in_a_row(6)));
}

TEST_CASE("a process that fails ends the others' waiting", "[threads]") {
  const auto fails = [] {
    FakeProcesses::run(3, [](Communicator& processes) {
      if (processes.rank() == 1) throw Error("out of paper");
      sum_over_shards({3, 3}, 3, processes, gradient_of);
    });
  };
  CHECK_THROWS_WITH(fails(), "out of paper");
}

TEST_CASE("shards are dealt by a rule that knows no processes, each example to one") {
  const std::vector<std::size_t> batch{9, 8, 7, 6, 5, 4, 3};
  CHECK(dealt(batch, 0, 1) == batch);
  CHECK(dealt(batch, 0, 3) == std::vector<std::size_t>{9, 6, 3});
  CHECK(dealt(batch, 2, 3) == std::vector<std::size_t>{7, 4});
  std::set<std::size_t> all;
  std::size_t count = 0;
  for (int shard = 0; shard < 9; ++shard) {
    for (std::size_t i : dealt(batch, shard, 9)) all.insert(i), ++count;
  }
  CHECK(count == batch.size());
  CHECK(all.size() == batch.size());
  CHECK(dealt(batch, 8, 9).empty());
}

TEST_CASE("processes that cannot share the shards are refused with what would do") {
  CHECK_NOTHROW(check_shards({6, 3}));
  CHECK_THROWS_WITH(check_shards({4, 3}), Catch::Contains("3 processes cannot share the 4 shards") &&
                                              Catch::Contains("--shards 6") && Catch::Contains("divides 4"));
  CHECK_THROWS_AS(check_shards({0, 1}), UsageError);
}

TEST_CASE("gather, by 1 to 7 processes", "[threads]") {
  for (int size = 1; size <= 7; ++size) {
    FakeProcesses::run(size, [size](Communicator& processes) {
      const int rank = processes.rank();
      std::vector<std::string> words;
      std::vector<double> numbers;
      for (int i = 0; i < size; ++i) {
        words.push_back(std::string(static_cast<std::size_t>(i), 'x') + std::string(1, '\0'));
        numbers.insert(numbers.end(), {i + 0.1, -1e300});
      }
      const bool good = gather(processes, words[static_cast<std::size_t>(rank)]) == words &&
                        gather(processes, std::vector<double>{rank + 0.1, -1e300}) == numbers;
      if (!good) throw_error<Error>("process {} of {} has something else", rank, size);
    });
  }
}

TEST_CASE("in turn each process works after the one before it", "[threads]") {
  std::vector<int> order;  // without a lock: one at a time writes to it
  FakeProcesses::run(
      5, [&](Communicator& processes) { in_turn(processes, [&] { order.push_back(processes.rank()); }); });
  CHECK(order == std::vector<int>{0, 1, 2, 3, 4});
}
