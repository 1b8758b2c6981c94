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

Array gradient_of(int shard, std::size_t parameter) {
  const Shape shape = parameter == 0 ? Shape{3, 5} : Shape{7};
  return Rng(static_cast<std::uint64_t>(shard) + 1).fork(parameter).normal(shape);
}

/// The same tree from the top: the left half is the largest power of two below the number of shards.
Array expected(std::size_t parameter, int first, int count) {
  if (count == 1) return gradient_of(first, parameter);
  int left = 1;
  while (2 * left < count) left *= 2;
  return expected(parameter, first, left) + expected(parameter, first + left, count - left);
}

}  // namespace

TEST_CASE("the sum over all shards has the same bits for any number of processes", "[threads]") {
  for (const auto& [count, worlds] : std::vector<std::pair<int, std::vector<int>>>{
           {1, {1}}, {2, {1, 2}}, {4, {1, 2, 4}}, {6, {1, 2, 3, 6}}, {12, {1, 2, 3, 4, 6, 12}}}) {
    for (const int world : worlds) {
      CAPTURE(count, world);
      FakeProcesses::run(world, [&, count = count](Communicator& processes) {
        const Shards shards{count, world};
        GradientTree tree(2, shards, processes);
        // A small batch leaves the last shards without examples; the tree serves step after step.
        for (int active = count; active >= 1; --active) {
          tree.start(active);
          for (int shard = shards.first(processes.rank());
               shard < std::min(active, shards.end(processes.rank())); ++shard) {
            for (const std::size_t parameter : {std::size_t{1}, std::size_t{0}})
              tree.add(shard, parameter, gradient_of(shard, parameter));
          }
          tree.pass_on();
          for (const std::size_t parameter : {std::size_t{1}, std::size_t{0}}) {
            const Array sum = expected(parameter, 0, active);
            if (!identical(tree.total(parameter).reshape(sum.shape()), sum))
              throw_error<Error>("another sum: rank {}, {} active", processes.rank(), active);
          }
        }
      });
    }
  }
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

TEST_CASE("gather and broadcast, by 1 to 7 processes", "[threads]") {
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
                        gather(processes, std::vector<double>{rank + 0.1, -1e300}) == numbers &&
                        broadcast(processes, std::vector<double>{rank + 0.5}) == std::vector<double>{0.5};
      if (!good) throw_error<Error>("process {} of {} has something else", rank, size);
    });
  }
}

TEST_CASE("what is not what gather() or broadcast() waited for is refused", "[threads]") {
  // A message of 8 bytes that stands for another: its first ones say how long the text in it is.
  const auto after = [](const Array& wrong, const std::function<void(Communicator&)>& waits) {
    FakeProcesses::run(2, [&](Communicator& processes) {
      if (processes.rank() == 1) return waits(processes);
      for (int tag = 0; tag < first_free_tag; ++tag) processes.send(1, tag, wrong);
    });
  };
  const auto gathers = [](Communicator& processes) { gather(processes, std::string("mine")); };
  const auto listens = [](Communicator& processes) { broadcast(processes, std::vector<double>{0}); };
  for (const Array& wrong :
       {Array::zeros({1}), Array::zeros({2}), Array::zeros({8}), Array::full({8}, 1e30F)}) {
    CHECK_THROWS_WITH(after(wrong, gathers), Catch::Contains("process 1 of 2 was sent something else"));
    CHECK_THROWS_WITH(after(wrong, listens), Catch::Contains("process 1 of 2 was sent something else"));
  }
}

TEST_CASE("in turn each process works after the one before it", "[threads]") {
  std::vector<int> order;  // without a lock: one at a time writes to it
  FakeProcesses::run(
      5, [&](Communicator& processes) { in_turn(processes, [&] { order.push_back(processes.rank()); }); });
  CHECK(order == std::vector<int>{0, 1, 2, 3, 4});
}
