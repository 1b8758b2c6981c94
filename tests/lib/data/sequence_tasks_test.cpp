#include "lib/data/sequence_tasks.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"

using namespace heed;
using Sequence = std::vector<std::int32_t>;

TEST_CASE("the answers of the three tasks") {
  CHECK(sequence_answer(SequenceTask::copy, {5, 4, 6, 4}) == Sequence{5, 4, 6, 4});
  CHECK(sequence_answer(SequenceTask::reverse, {5, 4, 6, 4}) == Sequence{4, 6, 4, 5});
  CHECK(sequence_answer(SequenceTask::sort, {5, 4, 6, 4}) == Sequence{4, 4, 5, 6});
  CHECK(sequence_task("sort") == SequenceTask::sort);
  CHECK_THROWS_WITH(sequence_task("swap"),
                    Catch::Contains("swap") && Catch::Contains("copy, reverse or sort"));
}

TEST_CASE("sequences keep to their lengths and symbols, and none is twice") {
  for (const SequenceTask task : {SequenceTask::copy, SequenceTask::reverse, SequenceTask::sort}) {
    SequenceOptions options{.task = task, .symbols = 6, .first_symbol = 3, .shortest = 2, .longest = 9};
    options.train = 3000, options.valid = options.test = 200;
    const SequenceCorpus corpus = sequence_corpus(options);
    CHECK(corpus.train.size() == 3000);
    CHECK(corpus.valid.size() == 200);
    CHECK(corpus.test.size() == 200);
    std::set<Sequence> seen;
    std::set<std::int32_t> symbols;
    std::map<std::size_t, int> lengths;
    for (const auto* split : {&corpus.train, &corpus.valid, &corpus.test}) {
      for (const Example& example : *split) {
        REQUIRE(seen.insert(example.source).second);
        REQUIRE(example.target == sequence_answer(task, example.source));
        ++lengths[example.source.size()];
        symbols.insert(example.source.begin(), example.source.end());
      }
    }
    CHECK(lengths.begin()->first == 2);
    CHECK(lengths.rbegin()->first == 9);
    CHECK(lengths[2] <= 36);
    CHECK(symbols == std::set<std::int32_t>{3, 4, 5, 6, 7, 8});
  }
}

TEST_CASE("the same seed gives the same sequences") {
  const auto last = [](std::uint64_t seed) { return sequence_corpus({.seed = seed}).test.back().source; };
  CHECK(last(1) == last(1));
  CHECK(last(1) != last(2));
}

TEST_CASE("a space of sequences may be used up, but not overdrawn") {
  // 2 + 4 + 8 sequences of up to three symbols out of two.
  SequenceOptions options{.symbols = 2, .shortest = 1, .longest = 3, .train = 10, .valid = 2, .test = 2};
  const SequenceCorpus all = sequence_corpus(options);
  CHECK(all.train.size() + all.valid.size() + all.test.size() == 14);
  options.train = 11;
  CHECK_THROWS_WITH(sequence_corpus(options), Catch::Contains("only 14") && Catch::Contains("15 are wanted"));
  for (const SequenceOptions& none :
       {SequenceOptions{.symbols = 0}, SequenceOptions{.first_symbol = -1}, SequenceOptions{.shortest = 0},
        SequenceOptions{.shortest = 5, .longest = 4}})
    CHECK_THROWS_AS(sequence_corpus(none), UsageError);
}
