#include "lib/array/xtensor_interop.hpp"

#if __has_include(<xtensor/views/xview.hpp>)  // since xtensor 0.26
#include <xtensor/core/xmath.hpp>
#include <xtensor/views/xview.hpp>
#else
#include <xtensor/xmath.hpp>
#include <xtensor/xview.hpp>
#endif

#include "lib/core/error.hpp"
#include "tests/catch.hpp"

namespace heed {

TEST_CASE("arrays go to xtensor and back") {
  for (const Shape& shape : {Shape{2, 3, 4}, Shape{5}, Shape{}, Shape{0, 3}}) {
    Array a(shape);
    for (std::int64_t i = 0; i < a.size(); ++i) a.mutable_data()[i] = static_cast<Scalar>(i) / 2;
    const xt::xarray<Scalar> x = to_xtensor(a);
    CHECK(x.dimension() == static_cast<std::size_t>(shape.rank()));
    CHECK(identical(from_xtensor(x), a));
  }
  const xt::xarray<Scalar> x = to_xtensor(Array({2, 3}, {1, 2, 3, 4, 5, 6}));
  CHECK(x(1, 0) == 4);
}

TEST_CASE("expressions, views, other layouts and other types become arrays") {
  const xt::xarray<double> x{{1, 2, 3}, {4, 5, 6}};
  CHECK(identical(from_xtensor(x * 2.0), Array({2, 3}, {2, 4, 6, 8, 10, 12})));
  CHECK(identical(from_xtensor(xt::view(x, xt::all(), 1)), Array({2}, {2, 5})));
  CHECK(identical(from_xtensor(xt::transpose(x)), Array({3, 2}, {1, 4, 2, 5, 3, 6})));
  xt::xarray<int, xt::layout_type::column_major> columns{{1, 2}, {3, 4}};
  CHECK(identical(from_xtensor(columns), Array({2, 2}, {1, 2, 3, 4})));
  CHECK(from_xtensor(xt::sum(x)).item() == 21);
  const xt::xarray<double> deep = xt::ones<double>(std::vector<std::size_t>(9, 1));
  CHECK_THROWS_AS(from_xtensor(deep), ShapeError);
}

}  // namespace heed
