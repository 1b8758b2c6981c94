#include "lib/array/array.hpp"

#include <limits>
#include <numeric>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"

namespace heed {

/// 0, 1, …, n - 1.
static Array counted(std::int64_t n) {
  Array a(Shape{n});
  std::iota(a.mutable_data(), a.mutable_data() + n, Scalar{0});
  return a;
}

TEST_CASE("a shape with more elements than can be counted is refused") {
  constexpr std::int64_t huge = std::int64_t{1} << 32;
  CHECK_THROWS_AS(Array::zeros({huge, huge}), ShapeError);
  CHECK_THROWS_WITH(Shape({huge, huge}).size(), Catch::Contains("(4294967296, 4294967296)"));
  CHECK(Shape({huge, huge, 0}).size() == 0);
  CHECK_THROWS_AS(Array(Shape{std::int64_t{1} << 62}), std::bad_alloc);
}

TEST_CASE("arrays hold their values row by row") {
  const Array a({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(a.defined());
  CHECK(a.rank() == 2);
  CHECK(a.size() == 6);
  CHECK(a.dim(-1) == 3);
  CHECK(a.at({1, 0}) == 4);
  CHECK(Array::scalar(7).item() == 7);
  CHECK(Array::scalar(7).rank() == 0);
  CHECK(identical(Array::full({2, 2}, 5), Array({2, 2}, {5, 5, 5, 5})));
  CHECK(Array({0, 3}).size() == 0);
  CHECK(Array({0, 3}).defined());
  CHECK_FALSE(Array().defined());
  CHECK(reinterpret_cast<std::uintptr_t>(a.data()) % 64 == 0);
}

TEST_CASE("copies share until one is written to") {
  Array a({3}, {1, 2, 3});
  const Array b = a;
  Array c = a.reshape({3, 1});
  CHECK(a.shares(b));
  CHECK(a.shares(c));
  a.mutable_data()[0] = 10;
  CHECK_FALSE(a.shares(b));
  CHECK(b.shares(c));
  CHECK(b.data()[0] == 1);
  const Scalar* own = a.data();
  a.mutable_data()[1] = 20;
  CHECK(a.data() == own);
  c.mutable_data()[2] = 30;
  CHECK(b.data()[2] == 3);
  CHECK(identical(a, Array({3}, {10, 20, 3})));
  CHECK_THROWS_AS(Array().mutable_data(), Error);
}

TEST_CASE("reshape keeps the elements and fills in one open axis") {
  const Array a = counted(12);
  CHECK(a.reshape({3, 4}).at({1, 1}) == 5);
  CHECK(a.reshape({2, -1}).shape() == Shape{2, 6});
  CHECK(a.reshape({-1}).shape() == Shape{12});
  CHECK(Array::scalar(1).reshape({1, -1}).shape() == Shape{1, 1});
  CHECK(Array({0, 3}).reshape({3, -1}).shape() == Shape{3, 0});
  CHECK_THROWS_AS(a.reshape({5, -1}), ShapeError);
  CHECK_THROWS_AS(a.reshape({-1, -1}), ShapeError);
  CHECK_THROWS_AS(a.reshape({-3, -4}), ShapeError);
  CHECK_THROWS_AS(a.reshape(Shape{5}), ShapeError);
}

TEST_CASE("arrays refuse what does not fit") {
  CHECK_THROWS_AS(Array({2, 2}, {1, 2, 3}), ShapeError);
  const Array a({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK_THROWS_AS(a.item(), ShapeError);
  CHECK_THROWS_AS(Array().item(), ShapeError);
  CHECK_THROWS_AS(a.at({0}), ShapeError);
  CHECK_THROWS_AS(a.at({0, 3}), ShapeError);
  CHECK_THROWS_WITH(a.at({0, -1}), "[at] index (0, -1) is outside shape (2, 3)");
  CHECK_THROWS_AS(a.dim(2), ShapeError);
}

TEST_CASE("identical compares shapes and bits") {
  const Scalar nan = std::numeric_limits<Scalar>::quiet_NaN();
  CHECK(identical(Array({1}, {nan}), Array({1}, {nan})));
  CHECK_FALSE(identical(Array({1}, {Scalar(0)}), Array({1}, {-Scalar(0)})));
  CHECK_FALSE(identical(Array::ones({2, 3}), Array::ones({3, 2})));
  CHECK(identical(Array({0}), Array({0})));
}

TEST_CASE("arrays print as nested lists, long ones shortened") {
  CHECK(to_string(Array({2, 2}, {1, 2, 3, Scalar(4.5)})) == "[[1, 2], [3, 4.5]]");
  CHECK(to_string(Array::scalar(Scalar(0.125))) == "0.125");
  CHECK(to_string(Array::scalar(Scalar(1.0 / 3)), 2) == "0.33");
  CHECK(to_string(Array({0})) == "[]");
  CHECK(to_string(Array({2, 0})) == "[[], []]");
  CHECK(to_string(counted(12)) == "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]");
  CHECK(to_string(counted(100)) == "[0, 1, 2, 3, 4, 5, …, 94, 95, 96, 97, 98, 99]");
  CHECK(to_string(Array()) == "undefined");
}

}  // namespace heed
