#include "lib/array/layout.hpp"

#include <numeric>

#include "lib/array/elementwise.hpp"
#include "tests/catch.hpp"
#include "tests/lib/array/reference.hpp"

namespace heed {

TEST_CASE("permute moves every element to its coordinates, and back") {
  Rng rng(1);
  for (int round = 0; round < 200; ++round) {
    const int rank = static_cast<int>(rng.integer(6));
    const Array x = rng.normal(testing::random_shape(rng, rank, round % 10 == 0 ? 0 : 1, 6));
    std::vector<int> order(static_cast<std::size_t>(rank));
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[static_cast<std::size_t>(rng.integer(static_cast<std::int64_t>(i)))]);
    }
    const Array y = permute(x, order);
    for (int axis = 0; axis < rank; ++axis)
      REQUIRE(y.shape()[axis] == x.shape()[order[static_cast<std::size_t>(axis)]]);
    for (std::int64_t i = 0; i < y.size(); ++i) {
      const Shape at = coordinates(y.shape(), i);
      Shape from = at;
      for (int axis = 0; axis < rank; ++axis) from[order[static_cast<std::size_t>(axis)]] = at[axis];
      REQUIRE(y.data()[i] == x.data()[testing::place(x.shape(), from)]);
    }
    REQUIRE(identical(permute(y, inverse_order(order)), x));
  }
  const Array wide = rng.normal({300, 200});
  CHECK(identical(transpose(transpose(wide)), wide));
  CHECK(transpose(wide).data()[1] == wide.data()[200]);
}

TEST_CASE("slice, add_to_slice, concat and stack agree with copies by coordinates") {
  Rng rng(2);
  for (int round = 0; round < 200; ++round) {
    const int rank = 1 + static_cast<int>(rng.integer(4));
    const Array x = rng.normal(testing::random_shape(rng, rank, 1, 6));
    const int axis = static_cast<int>(rng.integer(rank));
    const std::int64_t length = x.shape()[axis], begin = rng.integer(length + 1);
    const std::int64_t end = begin + rng.integer(length - begin + 1);
    const Array part = slice(x, axis - (round % 2) * rank, begin, end);
    REQUIRE(part.shape() == x.shape().with(axis, end - begin));
    for (std::int64_t i = 0; i < part.size(); ++i) {
      Shape at = coordinates(part.shape(), i);
      at[axis] += begin;
      REQUIRE(part.data()[i] == x.data()[testing::place(x.shape(), at)]);
    }
    REQUIRE(identical(concat({slice(x, axis, 0, begin), part, slice(x, axis, end, length)}, axis), x));

    Array sum = Array::ones(x.shape());
    add_to_slice(sum, part, axis, begin);
    REQUIRE(identical(slice(sum, axis, begin, end), part + 1));
    REQUIRE(identical(slice(sum, axis, 0, begin), Array::ones(x.shape().with(axis, begin))));
    REQUIRE(identical(slice(sum, axis, end, length), Array::ones(x.shape().with(axis, length - end))));

    std::vector<Array> layers;
    for (std::int64_t i = 0; i < length; ++i) {
      layers.push_back(slice(x, axis, i, i + 1).reshape(x.shape().without_axis(axis)));
    }
    REQUIRE(identical(stack(layers, axis), x));
    REQUIRE(identical(stack(layers, axis - rank), x));
  }
}

}  // namespace heed
