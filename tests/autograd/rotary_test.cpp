#include <cmath>

#include "autograd/ops.hpp"
#include "lib/array/random.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"

namespace heed {

TEST_CASE("rotary: each pair of neighbours turns by its position, and other columns stay") {
  Rng rng(1);
  const Array x = rng.normal({2, 3, 11});
  const Array y = rotary(Variable(x), 4, {.begin = 1, .end = 9, .first_position = 5, .base = 100}).value();
  for (std::int64_t b = 0; b < 2; ++b) {
    for (std::int64_t t = 0; t < 3; ++t) {
      for (const std::int64_t c : {0, 9, 10}) CHECK(y.at({b, t, c}) == x.at({b, t, c}));
      for (std::int64_t c = 1; c < 9; c += 2) {
        const double angle = static_cast<double>(5 + t) * ((c - 1) % 4 == 0 ? 1 : 0.1);
        const double u = static_cast<double>(x.at({b, t, c})), v = static_cast<double>(x.at({b, t, c + 1}));
        CHECK(static_cast<double>(y.at({b, t, c})) ==
              Approx(u * std::cos(angle) - v * std::sin(angle)).margin(1e-6));
        CHECK(static_cast<double>(y.at({b, t, c + 1})) ==
              Approx(u * std::sin(angle) + v * std::cos(angle)).margin(1e-6));
      }
    }
  }
}

TEST_CASE("rotary refuses what has no pairs or no such columns") {
  const auto x = [](const Shape& shape) { return Variable(Array::zeros(shape)); };
  CHECK_THROWS_WITH(rotary(x({2, 4}), 4), Catch::Contains("[rotary]") && Catch::Contains("(2, 4)"));
  CHECK_THROWS_AS(rotary(x({1, 2, 6}), 4), UsageError);
  CHECK_THROWS_AS(rotary(x({1, 2, 6}), 3), UsageError);
  CHECK_THROWS_AS(rotary(x({1, 2, 6}), 0), UsageError);
  CHECK_THROWS_AS(rotary(x({1, 2, 6}), 2, {.end = 8}), ShapeError);
  CHECK_THROWS_AS(rotary(x({1, 2, 6}), 2, {.begin = 4, .end = 2}), ShapeError);
  CHECK_THROWS_AS(rotary(x({1, 2, 6}), 2, {.begin = -2}), ShapeError);
  for (const double base : {0.0, -1.0, std::nan(""), double{INFINITY}})
    CHECK_THROWS_WITH(rotary(x({1, 2, 6}), 2, {.base = base}), Catch::Contains("[rotary] base"));
}

}  // namespace heed
