#include "lib/array/mask.hpp"

#include "lib/core/error.hpp"
#include "tests/catch.hpp"

namespace heed {
namespace {

/// "10/11" for two queries of two keys: 1 = may attend.
std::string drawn(const Mask& mask, std::int64_t queries, std::int64_t keys, std::int64_t batch = 0,
                  std::int64_t head = 0) {
  std::string text;
  for (std::int64_t q = 0; q < queries; ++q) {
    if (q > 0) text += '/';
    std::vector<std::uint8_t> row(static_cast<std::size_t>(keys));
    const std::int64_t visible = mask.visible_keys(q, keys);
    mask.row(batch, head, q, visible, row.data());
    for (std::int64_t k = 0; k < keys; ++k) {
      const bool may = mask.allows(batch, head, q, k);
      CHECK(may == (row[static_cast<std::size_t>(k)] != 0));  // both ways to ask agree
      text += may ? '1' : '0';
    }
  }
  return text;
}

}  // namespace

TEST_CASE("true means may attend: no mask lets everyone attend") {
  CHECK(drawn(Mask(), 2, 3) == "111/111");
  CHECK_FALSE(Mask().is_dense());
}

TEST_CASE("a causal mask lets a query see itself and what came before, moved by the offset") {
  CHECK(drawn(Mask::causal(), 3, 3) == "100/110/111");
  CHECK(drawn(Mask::causal(), 3, 2) == "10/11/11");
  CHECK(drawn(Mask::causal(2), 2, 4) == "1110/1111");
  CHECK(drawn(Mask::causal(-1), 3, 3) == "000/100/110");
  CHECK(drawn(Mask::causal(100), 1, 3) == "111");
  CHECK(drawn(Mask::causal(-100), 1, 3) == "000");
}

TEST_CASE("a padding mask hides the padded keys of each batch from every query and head") {
  const std::vector<std::int32_t> ids{5, 6, 0, 7, 0, 0};
  const Mask mask = Mask::padding(ids, 2, 3);
  for (const std::int64_t head : {0, 1, 5}) {
    CHECK(drawn(mask, 2, 3, 0, head) == "110/110");
    CHECK(drawn(mask, 2, 3, 1, head) == "100/100");
  }
  CHECK(drawn(Mask::padding(ids, 2, 3, 7), 1, 3, 1) == "011");
  CHECK_FALSE(Mask::padding(std::vector<std::int32_t>{1, 2}, 1, 2).is_dense());
  CHECK_THROWS_AS(Mask::padding(ids, 2, 2), ShapeError);
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

TEST_CASE("& allows what both allow") {
  const Mask dense = Mask::dense({3, 3}, {1, 1, 1, 0, 1, 1, 1, 0, 1});
  CHECK(drawn(dense & Mask::causal(), 3, 3) == "100/010/101");
  CHECK(drawn(Mask::causal() & dense, 3, 3) == "100/010/101");
  CHECK(drawn(Mask::causal(1) & Mask::causal(), 3, 3) == "100/110/111");
  CHECK(drawn(dense & Mask(), 3, 3) == drawn(dense, 3, 3));
  const Mask row = Mask::dense({1, 3}, {0, 1, 1});
  CHECK(drawn(dense & row & Mask::causal(1), 3, 3) == "010/011/001");
}

TEST_CASE("check names the op and both shapes of a mask that does not fit") {
  const Mask mask = Mask::dense({2, 3, 4}, std::vector<std::uint8_t>(24, 1));
  CHECK_NOTHROW(mask.check("attention", 2, 8, 3, 4));
  CHECK_THROWS_WITH(
      mask.check("attention", 5, 8, 3, 4),
      "[attention] a mask of shape (2, 1, 3, 4) does not fit scores of shape (B, H, Tq, Tk) = (5, 8, 3, 4)");
  CHECK_THROWS_AS((mask & Mask::causal()).check("attention", 2, 8, 3, 5), ShapeError);
  CHECK_NOTHROW(Mask::causal().check("attention", 2, 8, 3, 5));
}

}  // namespace heed
