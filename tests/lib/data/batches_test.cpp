#include "lib/data/batches.hpp"

#include <algorithm>
#include <numeric>

#include "lib/core/error.hpp"
#include "lib/data/draws.hpp"
#include "tests/catch.hpp"

using namespace heed;

namespace {

std::vector<Example> random_examples(std::size_t count, std::uint64_t seed) {
  Draws draws(seed);
  std::vector<Example> examples(count);
  for (Example& example : examples) {
    example.source.assign(1 + draws.below(20), 7);
    example.target.assign(1 + draws.below(20), 8);
  }
  return examples;
}

std::vector<std::size_t> flat(const std::vector<std::vector<std::size_t>>& batches) {
  std::vector<std::size_t> all;
  for (const auto& batch : batches) all.insert(all.end(), batch.begin(), batch.end());
  return all;
}

/// Returns on how many positions a model computes: those of the larger matrix of a batch, sources with <eos>
/// or targets with <bos> or <eos>.
std::size_t positions(const std::vector<Example>& examples, const std::vector<std::size_t>& batch) {
  std::size_t longest = 0;
  for (const std::size_t i : batch)
    longest = std::max({longest, examples[i].source.size() + 1, examples[i].target.size() + 1});
  return batch.size() * longest;
}

std::vector<std::size_t> counted(std::size_t n) {
  std::vector<std::size_t> numbers(n);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  return numbers;
}

}  // namespace

TEST_CASE("every example is in exactly one batch of every epoch, in its place where nothing is shuffled") {
  for (const std::size_t count : {0U, 1U, 63U, 64U, 65U, 1000U}) {
    const std::vector<Example> examples = random_examples(count, count);
    for (const BatchOptions& options :
         {BatchOptions{.sentences = 8}, BatchOptions{.tokens = 100}, BatchOptions{.tokens = 5},
          BatchOptions{.sentences = 8, .shuffle = false}, BatchOptions{.tokens = 60, .shuffle = false}}) {
      for (std::uint64_t epoch = 0; epoch < 3; ++epoch) {
        std::vector<std::size_t> all = flat(BatchPlan(examples, options).epoch(epoch));
        if (options.shuffle) std::sort(all.begin(), all.end());
        REQUIRE(all == counted(count));
      }
    }
  }
  CHECK_THROWS_AS(BatchPlan(random_examples(3, 5), {.sentences = 0}), UsageError);
}

TEST_CASE("batches keep their limits") {
  const std::vector<Example> examples = random_examples(1000, 1);
  for (const auto& batch : BatchPlan(examples, {.sentences = 16}).epoch(0))
    REQUIRE((!batch.empty() && batch.size() <= 16));
  // An example has a batch of its own if it is too long for any batch.
  for (const BatchOptions& options :
       {BatchOptions{.tokens = 90}, BatchOptions{.tokens = 90, .shuffle = false},
        BatchOptions{.tokens = 10}}) {
    for (const auto& batch : BatchPlan(examples, options).epoch(0))
      REQUIRE((positions(examples, batch) <= options.tokens || (options.tokens == 10 && batch.size() == 1)));
  }
}

TEST_CASE("a batch is limited on both sides, with the token that closes or opens a sentence") {
  using Counts = std::vector<std::size_t>;
  const auto sizes = [](const std::vector<Example>& examples, std::size_t tokens) {
    Counts counts;
    for (const auto& batch : BatchPlan(examples, {.tokens = tokens, .shuffle = false}).epoch(0))
      counts.push_back(batch.size());
    return counts;
  };
  const auto pair = [](std::size_t source, std::size_t target) {
    return Example{.source = std::vector<std::int32_t>(source, 7),
                   .target = std::vector<std::int32_t>(target, 8)};
  };
  const auto pairs = [&](std::size_t count, std::size_t source, std::size_t target) {
    return std::vector<Example>(count, pair(source, target));
  };
  // Long sources with short targets fill a batch as short sources with long targets do.
  CHECK(sizes(pairs(8, 90, 1), 400) == Counts{4, 4});
  CHECK(sizes(pairs(8, 1, 90), 400) == Counts{4, 4});
  // 4 · (9 + 1) is 40: one position less, and only three fit.
  CHECK(sizes(pairs(8, 9, 9), 40) == Counts{4, 4});
  CHECK(sizes(pairs(8, 9, 9), 39) == Counts{3, 3, 2});
  CHECK(sizes(pairs(3, 90, 90), 50) == Counts{1, 1, 1});
  // The longest of either side counts, though no single pair is long on both.
  CHECK(sizes({pair(9, 1), pair(1, 9)}, 20) == Counts{2});
  CHECK(sizes({pair(9, 1), pair(1, 9)}, 19) == Counts{1, 1});
}

TEST_CASE("an epoch's order depends on seed and epoch alone") {
  const std::vector<Example> examples = random_examples(500, 2);
  const BatchOptions options{.sentences = 10, .seed = 4};
  const BatchPlan plan(examples, options);
  const auto later = plan.epoch(7);
  CHECK(plan.epoch(7) == later);
  CHECK(BatchPlan(examples, options).epoch(7) == later);  // without having drawn epochs 0 to 6
  CHECK(plan.epoch(8) != later);
  CHECK(BatchPlan(examples, {.sentences = 10, .seed = 5}).epoch(7) != later);
}

TEST_CASE("bucketing by length saves padding, and batches are not in order of length") {
  const std::vector<Example> examples = random_examples(2000, 3);
  std::vector<std::size_t> bucketed;
  std::size_t all = 0, all_mixed = 0;
  for (const auto& batch : BatchPlan(examples, {.sentences = 20}).epoch(0))
    all += bucketed.emplace_back(positions(examples, batch));
  for (const auto& batch : BatchPlan(examples, {.sentences = 20, .shuffle = false}).epoch(0))
    all_mixed += positions(examples, batch);
  CHECK(20 * all < 19 * all_mixed);
  CHECK_FALSE(std::is_sorted(bucketed.begin(), bucketed.end()));
}

TEST_CASE("rows are padded at the end") {
  const TokenRows padded = pad({{5, 6, 7}, {8}, {}}, 0);
  CHECK(padded.rows == 3);
  CHECK(padded.length == 3);
  CHECK(padded.ids == std::vector<std::int32_t>{5, 6, 7, 8, 0, 0, 0, 0, 0});
  CHECK(pad({}, 1).ids.empty());
  CHECK(pad({{}, {}}, 1).length == 0);
  CHECK(pad({{2}, {3, 4}}, 9).ids == std::vector<std::int32_t>{2, 9, 3, 4});
}
