#include "lib/array/reduce.hpp"

#include <fmt/ranges.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "lib/array/elementwise.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/array/reference.hpp"

namespace heed {
namespace {

/// Sum and maximum over axes by walking over all coordinates, in double.
struct Plain {
  std::vector<double> sum, max;
};

Plain plain(const Array& x, const std::vector<int>& axes) {
  const Shape narrow = reduced_shape("test", x.shape(), axes, KeepDims::yes);
  const auto n = static_cast<std::size_t>(narrow.size());
  Plain p{std::vector<double>(n, 0), std::vector<double>(n, -std::numeric_limits<double>::infinity())};
  for (std::int64_t i = 0; i < x.size(); ++i) {
    const auto at = static_cast<std::size_t>(testing::place(narrow, coordinates(x.shape(), i)));
    p.sum[at] += x.data()[i];
    p.max[at] = std::max<double>(p.max[at], x.data()[i]);
  }
  return p;
}

}  // namespace

TEST_CASE("sum, mean and max agree with a walk over the coordinates, for random shapes and axes") {
  Rng rng(2);
  for (int round = 0; round < 300; ++round) {
    const int rank = static_cast<int>(rng.integer(6));
    Shape shape = testing::random_shape(rng, rank, 1, 6);
    if (rank > 0 && round % 3 == 0) shape[static_cast<int>(rng.integer(rank))] = 1 + rng.integer(300);
    std::vector<int> axes;
    for (int axis = 0; axis < rank; ++axis) {
      if (rng.integer(2) == 0) axes.push_back(rng.integer(2) == 0 ? axis : axis - rank);
    }
    const Array x = rng.normal(shape);
    const Plain p = plain(x, axes);
    const double tolerance = testing::tolerance(2e-5, 1e-12);
    for (const KeepDims keep : {KeepDims::no, KeepDims::yes}) {
      const Array s = sum(x, axes, keep);
      INFO("shape " << to_string(shape) << ", axes " << fmt::format("{}", fmt::join(axes, " ")));
      REQUIRE(s.shape() == reduced_shape("test", shape, axes, keep));
      REQUIRE(testing::gap(s, p.sum) < tolerance);
      REQUIRE(testing::gap(max(x, axes, keep), p.max) == 0);
      std::vector<double> means = p.sum;
      for (double& m : means) m *= static_cast<double>(means.size()) / static_cast<double>(x.size());
      REQUIRE(testing::gap(mean(x, axes, keep), means) < tolerance);
    }
  }
}

TEST_CASE("long sums keep their digits") {
  Rng rng(3);
  // 10 million tenths: a running sum in float would be off by some percent
  const std::int64_t n = 10'000'000;
  const Array x = Array::full({n}, Scalar(0.1));
  const double truth = static_cast<double>(n) * double{Scalar(0.1)};
  CHECK(std::abs(sum(x).item() - truth) / truth < testing::tolerance(1e-6, 1e-14));
  CHECK(std::abs(mean(x).item() - double{Scalar(0.1)}) < testing::tolerance(1e-7, 1e-15));
  const Array tall = x.reshape({n / 10, 10});
  CHECK(testing::gap(sum(tall, {0}), std::vector<double>(10, truth / 10)) < testing::tolerance(4e-5, 1e-13));

  // Numbers of both signs: the error is measured against the sum of their sizes.
  const Array y = rng.normal({1'000'003});
  double signed_sum = 0, absolute = 0;
  for (Scalar v : y.values()) {
    signed_sum += v;
    absolute += std::abs(v);
  }
  CHECK(std::abs(sum(y).item() - signed_sum) / absolute < testing::tolerance(1e-8, 1e-16));
}

TEST_CASE("the largest: a NaN wins, -inf is an ordinary number, first among equals") {
  const Scalar inf = std::numeric_limits<Scalar>::infinity(), nan = std::numeric_limits<Scalar>::quiet_NaN();
  for (const std::int64_t n : {1, 2, 15, 16, 17, 100, 5000}) {
    for (const std::int64_t at : {std::int64_t{0}, n / 2, n - 1}) {
      Array x = Array::full({n}, -inf);
      CHECK(max(x).item() == -inf);
      x.mutable_data()[at] = nan;
      CHECK(std::isnan(max(x).item()));
      CHECK(std::isnan(max(x.reshape({n, 1}), {0}).item()));
    }
  }
  CHECK(argmax_rows(Array({3, 3}, {1, 3, 2, 5, 5, 5, -1, -2, 0})) == std::vector<std::int32_t>{1, 0, 2});
  CHECK_THROWS_AS(argmax_rows(Array({3, 0})), ShapeError);
}

TEST_CASE("reductions of nothing: a sum is 0, a mean or maximum is an error unless nothing is asked for") {
  CHECK(identical(sum(Array({0, 3}), {0}), Array::zeros({3})));
  CHECK(sum(Array({0, 3}), {1}).shape() == Shape{0});
  CHECK(mean(Array({0, 3}), {1}).shape() == Shape{0});
  CHECK(max(Array({0, 3}), {1}, KeepDims::yes).shape() == Shape{0, 1});
  CHECK_THROWS_AS(mean(Array({0, 3}), {0}), ShapeError);
  CHECK_THROWS_AS(max(Array({0})), ShapeError);
}

TEST_CASE("sum_to undoes broadcasting") {
  Rng rng(4);
  const Array x = rng.normal({2, 3, 4, 5});
  for (const Shape& shape : {Shape{}, Shape{5}, Shape{1}, Shape{4, 1}, Shape{3, 1, 5}, Shape{1, 1, 1, 1},
                             Shape{2, 3, 4, 5}, Shape{2, 1, 4, 1}}) {
    const Array s = sum_to(x, shape), y = rng.normal(shape);
    REQUIRE(s.shape() == shape);
    // broadcasting's transpose
    CHECK(std::abs(sum(s * y).item() - sum(x * y).item()) < testing::tolerance(1e-4, 1e-12));
  }
}

TEST_CASE("the global norm is that of all elements together, without overflow in float") {
  CHECK(global_norm({Array({2}, {3, 0}), Array({1, 1}, {4}), Array({0})}) == 5);
  CHECK(global_norm({}) == 0);
  CHECK(global_norm({Array::full({4}, Scalar(1e30))}) == Approx(2e30));
  Rng rng(1);
  const Array x = rng.normal({100'001});
  double squares = 0;
  for (Scalar v : x.values()) squares += double{v} * v;
  CHECK(global_norm({x}) == Approx(std::sqrt(squares)).epsilon(1e-12));
}

}  // namespace heed
