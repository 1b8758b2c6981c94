#include <cmath>
#include <limits>

#include "lib/array/mask.hpp"

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/array/random_mask.hpp"

namespace heed {
namespace {

/// "10/11" for two queries of two keys: 1 = may attend.
std::string drawn(const Mask& mask, std::int64_t queries, std::int64_t keys, std::int64_t batch = 0,
                  std::int64_t head = 0) {
  std::string text;
  for (std::int64_t q = 0; q < queries; ++q) {
    if (q > 0) text += '/';
    for (std::int64_t k = 0; k < keys; ++k) text += mask.allows(batch, head, q, k) ? '1' : '0';
  }
  return text;
}

/// A part of 0 … length - 1 that is not empty: where it begins, and its length.
std::pair<std::int64_t, std::int64_t> random_part(Rng& rng, std::int64_t length) {
  const std::int64_t begin = rng.integer(length);
  return {begin, 1 + rng.integer(length - begin)};
}

}  // namespace

TEST_CASE("a padding mask hides the padded keys of each batch from every query and head") {
  const std::vector<std::int32_t> ids{5, 6, 0, 7, 0, 0};
  const Mask mask = Mask::padding(Tokens({2, 3}, ids));
  for (const std::int64_t head : {0, 1, 5}) {
    CHECK(drawn(mask, 2, 3, 0, head) == "110/110");
    CHECK(drawn(mask, 2, 3, 1, head) == "100/100");
  }
  CHECK(drawn(Mask::padding(Tokens({2, 3}, ids), 7), 1, 3, 1) == "011");
  CHECK(Mask::padding(Tokens({1, 2}, {1, 2})).everyone());
  CHECK((mask | Mask()).everyone());
  CHECK_THROWS_AS(Mask::padding(Tokens({6}, ids)), ShapeError);
}

TEST_CASE("a causal mask sees what came before, a window the neighbours, a global position all") {
  CHECK(drawn(Mask::causal(), 3, 3) == "100/110/111");
  CHECK(drawn(Mask::window({.before = 1, .after = 1}), 4, 4) == "1100/1110/0111/0011");
  CHECK(drawn(Mask::window({}) | Mask::first_global(1), 3, 3) == "111/110/101");
  CHECK(drawn(Mask::dense({3, 3}, {1, 1, 1, 0, 1, 1, 1, 0, 1}) & Mask::causal(), 3, 3) == "100/010/101");
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  CHECK(drawn(Mask::window({.before = most, .after = most, .dilation = 3}), 2, 4) == "1001/0100");
  CHECK_THROWS_AS(Mask::window({.before = -1}), UsageError);
  CHECK_THROWS_AS(Mask::window({.after = -1}), UsageError);
  CHECK_THROWS_AS(Mask::window({.dilation = 0}), UsageError);
  CHECK_THROWS_AS(Mask::first_global(-1), UsageError);
}

TEST_CASE("random blocks: each draws so many of those before it and itself, others for each head") {
  const Mask mask = Mask::random_blocks({.keys = 39, .block = 4, .count = 3, .seed = 5, .heads = 4});
  std::vector<std::string> heads;
  for (std::int64_t head = 0; head < 4; ++head) {
    heads.push_back(drawn(mask, 44, 44, 0, head));
    CHECK(drawn(mask, 44, 44, 3, head) == heads.back());
    for (std::int64_t q = 0; q < 44; ++q) {
      std::int64_t blocks = 0;
      for (std::int64_t k = 0; k < 44; ++k) {
        const bool may = mask.allows(0, head, q, k);
        CHECK(may == (q < 39 && k < 39 && mask.allows(0, head, q / 4 * 4, k / 4 * 4)));
        CHECK(may == mask.allows(0, head, k, q));  // who is drawn sees who drew it
        blocks += may && k % 4 == 0 && k <= q ? 1 : 0;
      }
      CHECK(blocks == (q < 39 ? std::min<std::int64_t>(3, q / 4 + 1) : 0));
    }
  }
  CHECK(heads[0] != heads[1]);
  CHECK(drawn(mask, 44, 44, 0, 5) == heads[1]);  // only four heads have draws of their own
  CHECK(heads[0] != drawn(Mask::random_blocks({.keys = 39, .block = 4, .count = 3, .seed = 6}), 44, 44));
  CHECK(drawn(Mask::random_blocks({.keys = 3, .block = 2, .count = 9}), 2, 4) == "1110/1110");
  CHECK_THROWS_AS(Mask::random_blocks({.keys = 3, .block = 0}), UsageError);
  CHECK_THROWS_AS(Mask::random_blocks({.keys = -3}), UsageError);
  CHECK_THROWS_AS(Mask::random_blocks({.keys = 3, .count = -1}), UsageError);
  CHECK_THROWS_AS(Mask::random_blocks({.keys = 3, .heads = 0}), UsageError);
}

TEST_CASE("a longer sequence changes nothing of what was drawn for a shorter one") {
  const auto of_length = [](std::int64_t keys) {
    return drawn(Mask::random_blocks({.keys = keys, .block = 2, .count = 2, .seed = 8}), 20, 20);
  };
  CHECK(of_length(20) == of_length(500));
  CHECK(of_length(20) != of_length(18));
}

TEST_CASE("every block of keys is drawn as often as any other") {
  std::vector<int> times(8);
  const Mask mask = Mask::random_blocks({.keys = 8, .block = 1, .count = 2, .seed = 1, .heads = 4000});
  for (std::int64_t head = 0; head < 4000; ++head) {
    for (std::int64_t k = 0; k < 8; ++k)
      times[static_cast<std::size_t>(k)] += mask.allows(0, head, 7, k) ? 1 : 0;
  }
  for (const int n : times) CHECK(std::abs(n - 1000) < 5 * 28);  // five deviations of a binomial (4000, 1/4)
}

TEST_CASE("dense masks of two, three and four axes, where an axis of length 1 is repeated") {
  CHECK(drawn(Mask::dense({2, 2}, {1, 0, 1, 1}), 2, 2, 3, 4) == "10/11");
  const Mask batches = Mask::dense({2, 1, 2}, {1, 0, 0, 1});
  CHECK(drawn(batches, 2, 2, 0) == "10/10");
  CHECK(drawn(batches, 2, 2, 1, 3) == "01/01");
  const Mask heads = Mask::dense({1, 2, 2, 1}, {1, 0, 0, 7});
  CHECK(drawn(heads, 2, 3, 5, 0) == "111/000");
  CHECK(drawn(heads, 2, 3, 5, 1) == "000/111");
  CHECK_THROWS_AS(Mask::dense({2}, {1, 1}), ShapeError);
  CHECK_THROWS_AS(Mask::dense({1, 1, 1, 1, 1}, {1}), ShapeError);
  CHECK_THROWS_AS(Mask::dense({2, 2}, {1}), ShapeError);
}

TEST_CASE("10,000 random expressions: pairs, rows and blocks say the same") {
  Rng rng(3);
  int none = 0, some = 0, all = 0;
  for (int round = 0; round < 10'000; ++round) {
    const testing::ScoreSizes s{1 + rng.integer(3), 1 + rng.integer(3), 1 + rng.integer(12),
                                1 + rng.integer(12)};
    const int depth = static_cast<int>(rng.integer(4));
    const testing::MaskExpression e = testing::random_mask(rng, s, depth);
    e.mask.check("test", s.batch, s.heads, s.queries, s.keys);
    const std::int64_t b = rng.integer(s.batch), h = rng.integer(s.heads);
    const auto [query, queries] = random_part(rng, s.queries);
    const auto [key, keys] = random_part(rng, s.keys);
    bool any = false, every = true, good = true;
    for (std::int64_t q = query; q < query + queries; ++q) {
      std::vector<std::uint8_t> row(static_cast<std::size_t>(keys));
      e.mask.row(b, h, q, key, keys, row.data());
      for (std::int64_t k = key; k < key + keys; ++k) {
        const bool may = e.allows(b, h, q, k);
        good =
            good && may == e.mask.allows(b, h, q, k) && may == (row[static_cast<std::size_t>(k - key)] != 0);
        (may ? any : every) = may;
      }
      const KeyRange seen = e.mask.visible(b, h, q, s.keys);
      good = good && 0 <= seen.begin && seen.begin <= seen.end && seen.end <= s.keys;
      for (std::int64_t k = 0; k < s.keys; ++k) {
        const bool inside = seen.begin <= k && k < seen.end, may = e.allows(b, h, q, k);
        good = good && (inside ? may || !seen.whole : !may);
      }
    }
    const Coverage says = e.mask.coverage({b, h, query, queries, key, keys});
    none += says == Coverage::none;
    some += says == Coverage::some;
    all += says == Coverage::all;
    good = good && (says != Coverage::none || !any) && (says != Coverage::all || every);
    if (depth == 0) good = good && (says == Coverage::some) == (any && !every);  // a single rule is exact
    INFO("round " << round);
    CHECK(good);
  }
  CHECK(none > 1500);
  CHECK(some > 1500);
  CHECK(all > 1500);
}

TEST_CASE("a mask says up to which key each query sees, or that there is no such key") {
  const std::vector<std::int32_t> ids{4, 0, 4};
  CHECK((Mask::causal(3) & Mask::padding(Tokens({1, 3}, ids)) & Mask::causal(1)).causal_offset() == 1);
  CHECK(Mask::causal(1).queries_from(2).causal_offset() == 3);
  CHECK(Mask::padding(Tokens({1, 3}, ids)).with_extra_keys(3).causal_offset() > 1'000'000'000);
  const Mask no_such[] = {Mask::window({.before = 2}),
                          Mask::first_global(1),
                          Mask::random_blocks({.keys = 4}),
                          Mask::dense({2, 2}, {1, 0, 1, 1}),
                          Mask::causal() | Mask::padding(Tokens({1, 3}, ids)),
                          Mask::causal().with_extra_keys(3)};
  for (const Mask& mask : no_such) CHECK_THROWS_AS((Mask::causal() & mask).causal_offset(), UsageError);
}

TEST_CASE("check names the op and both shapes of a mask that does not fit") {
  const Mask mask = Mask::dense({2, 3, 4}, std::vector<std::uint8_t>(24, 1));
  CHECK_NOTHROW(mask.check("attention", 2, 8, 3, 4));
  CHECK_THROWS_WITH(
      mask.check("attention", 5, 8, 3, 4),
      "[attention] a mask of shape (2, 1, 3, 4) does not fit scores of shape (B, H, Tq, Tk) = (5, 8, 3, 4)");
  CHECK_THROWS_AS((mask & Mask::causal()).check("attention", 2, 8, 3, 5), ShapeError);
  CHECK_THROWS_AS((mask | Mask::causal()).check("attention", 2, 8, 3, 5), ShapeError);
  CHECK_THROWS_AS(mask.with_extra_keys(3).check("attention", 2, 8, 3, 4), ShapeError);
  CHECK_NOTHROW(mask.with_extra_keys(4).check("attention", 2, 8, 3, 6));
  CHECK_NOTHROW(Mask::causal().check("attention", 2, 8, 3, 5));
  const std::vector<std::int32_t> ids{5, 6, 0, 7, 0, 0};
  CHECK_THROWS_WITH(
      Mask::padding(Tokens({2, 3}, ids)).check("attention", 2, 1, 3, 4),
      "[attention] a mask of shape (2, 1, 1, 3) does not fit scores of shape (B, H, Tq, Tk) = (2, 1, 3, 4)");
  CHECK_THROWS_AS(Mask::padding(Tokens({2, 3}, ids)).check("attention", 3, 1, 3, 3), ShapeError);
}

}  // namespace heed
