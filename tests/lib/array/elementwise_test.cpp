#include "lib/array/elementwise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/array/reference.hpp"

namespace heed {
namespace {

using Limits = std::numeric_limits<Scalar>;
using Real = long double;

constexpr Scalar infinite = Limits::infinity();
const Scalar quiet_nan = Limits::quiet_NaN();

struct Function {
  std::string name;
  Array (*ours)(const Array&);
  Real (*truth)(Real);
  double ulps;          // allowed error in units in the last place, where the result is a normal number
  double absolute = 0;  // or this, whichever is larger
};

/// The error in units in the last place; infinite where NaN or infinity is wrong.
double error_in_ulps(Scalar got, Real want) {
  const auto rounded = static_cast<Scalar>(want);
  if (std::isnan(want)) return std::isnan(got) ? 0 : HUGE_VAL;
  if (std::isinf(rounded) || std::isinf(got) || std::isnan(got)) return got == rounded ? 0 : HUGE_VAL;
  const Scalar unit = std::nextafter(std::abs(rounded), infinite) - std::abs(rounded);
  return static_cast<double>(std::abs(static_cast<Real>(got) - want) / unit);
}

bool allowed(const Function& f, Scalar got, Real want) {
  if (error_in_ulps(got, want) <= f.ulps) return true;
  // Results below the normal numbers may be flushed to 0.
  if (std::abs(want) < Limits::min() * 4 && std::abs(got) < Limits::min() * 4) return true;
  return std::abs(static_cast<Real>(got) - want) <= f.absolute;
}

Real phi(Real x) { return std::erfc(-x / std::sqrt(Real{2})) / 2; }
Real gelu_by_tanh(Real x) {
  if (x < -1e5L) return x == -std::numeric_limits<Real>::infinity() ? std::nanl("") : -Real{0};
  return x / 2 * (1 + std::tanh(std::sqrt(2 / std::acos(Real{-1})) * (x + 0.044715L * x * x * x)));
}
Real exact_gelu(Real x) { return std::isinf(x) && x < 0 ? std::nanl("") : x * phi(x); }

std::vector<Function> functions() {
  const double eps = Limits::epsilon();
  // Measured over 100,000 points a range: exp 1.5, log 0.75, tanh 1.95 (double: 0.86, 0.73, 1.94).
  return {
      {"exp", exp, std::exp, 2},
      {"log", log, std::log, 1},
      {"sqrt", sqrt, std::sqrt, 0.5001},
      {"tanh", tanh, std::tanh, 2.5},
      {"sigmoid", sigmoid, [](Real x) { return 1 / (1 + std::exp(-x)); }, 4},
      {"relu", relu, [](Real x) { return x < 0 ? 0 : x; }, 0},
      // 1 + erf cancels for negative x, as in PyTorch: the error is absolute there. xsimd's erf: 2.4 units in
      // the last place in float, 68 in double (at 2.2).
      {"gelu", gelu, exact_gelu, testing::tolerance(4, 40), testing::tolerance(8, 80) * eps},
      {"gelu_tanh", gelu_tanh, gelu_by_tanh, 8, 8 * eps},
      {"negate", [](const Array& x) { return -x; }, [](Real x) { return -x; }, 0},
      {"inverse", [](const Array& x) { return Scalar{1} / x; }, [](Real x) { return 1 / x; }, 0.5001},
      {"power 3", [](const Array& x) { return power(x, 3); }, [](Real x) { return std::pow(x, Real{3}); }, 1},
      {"power -2", [](const Array& x) { return power(x, -2); }, [](Real x) { return std::pow(x, Real{-2}); },
       1},
      {"power 1/2", [](const Array& x) { return power(x, Scalar(0.5)); },
       [](Real x) { return std::pow(x, Real{0.5}); }, 1},
  };
}

std::vector<Scalar> hostile_values() {
  std::vector<Scalar> values{0, Limits::min(), Limits::max(), infinite, Limits::max() / 2};
  if (sizeof(Scalar) == 4) {  // in double xsimd's log is some 5 % off there
    values.push_back(Limits::denorm_min());
    values.push_back(Limits::min() / 4);
  }
  for (const double v :
       {1e-30, 1e-10, 1e-5, 1e-3,  0.01,  0.1,   0.5,   1.0,   2.0,   3.0,   5.0, 6.0,  9.0,  20.0, 50.0,
        80.0,  87.0,  89.0, 100.0, 104.0, 200.0, 700.0, 710.0, 746.0, 800.0, 1e4, 1e10, 1e19, 1e30}) {
    values.push_back(static_cast<Scalar>(v));
  }
  for (std::size_t i = values.size(); i-- > 0;) values.push_back(-values[i]);
  values.push_back(quiet_nan);
  return values;
}

}  // namespace

TEST_CASE(
    "functions of one element agree with std::, on hostile values and within few units on random ones") {
  Rng rng(5);
  std::vector<Scalar> values = hostile_values();
  for (const double range : {1e-3, 1.0, 8.0, 60.0}) {
    const Array random = rng.uniform({5'001}, -range, range);
    values.insert(values.end(), random.data(), random.data() + random.size());
  }
  const Array x({std::ssize(values)}, values);
  for (const Function& f : functions()) {
    const Array y = f.ours(x);
    int wrong = 0;
    for (std::int64_t i = 0; i < x.size() && wrong < 3; ++i) {
      if (allowed(f, y.data()[i], f.truth(x.data()[i]))) continue;
      ++wrong;
      INFO(f.name << "(" << x.data()[i] << ") = " << y.data()[i] << ", std:: " << f.truth(x.data()[i]));
      CHECK(false);
    }
  }
}

TEST_CASE("arithmetic follows IEEE with NaN, infinity and signed zero") {
  const Array a({6}, {infinite, -infinite, 0, 0, quiet_nan, 1}), b({6}, {infinite, 1, 0, -1, 1, 0});
  const auto check = [&](const Array& got, auto f) {
    for (std::size_t i = 0; i < 6; ++i) {
      const Scalar want = f(a.values()[i], b.values()[i]);
      CHECK((std::isnan(want)
                 ? std::isnan(got.values()[i])
                 : got.values()[i] == want && std::signbit(got.values()[i]) == std::signbit(want)));
    }
  };
  check(a + b, [](Scalar x, Scalar y) { return x + y; });
  check(a - b, [](Scalar x, Scalar y) { return x - y; });
  check(a * b, [](Scalar x, Scalar y) { return x * y; });
  check(a / b, [](Scalar x, Scalar y) { return x / y; });
  check(a * Scalar(2), [](Scalar x, Scalar) { return x * 2; });
  check(Scalar(3) - a, [](Scalar x, Scalar) { return 3 - x; });
  check(Scalar(3) / a, [](Scalar x, Scalar) { return 3 / x; });
  check(a - Scalar(3), [](Scalar x, Scalar) { return x - 3; });
}

TEST_CASE("broadcasting agrees with a walk over the coordinates, on random shapes") {
  Rng rng(9);
  int compared = 0;
  for (int round = 0; round < 400; ++round) {
    const Shape out =
        testing::random_shape(rng, static_cast<int>(rng.integer(6)), round % 10 == 0 ? 0 : 1, 5);
    Array operands[3];
    for (Array& x : operands) {
      Shape s = out.tail(static_cast<int>(rng.integer(out.rank() + 1)));
      for (int axis = 0; axis < s.rank(); ++axis) {
        if (rng.integer(3) == 0) s[axis] = 1;
      }
      x = rng.normal(s);
    }
    const auto& [a, b, c] = operands;
    const Array sum = a + b, chosen = where(relu(c), a, b);
    REQUIRE(sum.shape() == broadcast_shapes("test", a.shape(), b.shape()));
    REQUIRE(chosen.shape() == broadcast_shapes("test", sum.shape(), c.shape()));
    const Array wide = broadcast_to(sum, chosen.shape());
    for (std::int64_t i = 0; i < chosen.size(); ++i, ++compared) {
      const auto at = [&, place = coordinates(chosen.shape(), i)](const Array& x) {
        return x.data()[testing::place(x.shape(), place)];
      };
      REQUIRE(at(wide) == at(a) + at(b));
      REQUIRE(at(chosen) == (at(c) > 0 ? at(a) : at(b)));
    }
  }
  CHECK(compared > 5'000);
  CHECK_THROWS_AS(broadcast_to(Array({2, 3}), {3}), ShapeError);
}

TEST_CASE("add_into adds in place and leaves other handles alone") {
  Array a({2}, {1, 2});
  const Array before = a;
  add_into(a, a);
  CHECK(identical(a, Array({2}, {2, 4})));
  CHECK(identical(before, Array({2}, {1, 2})));
  CHECK_THROWS_AS(add_into(a, Array({1})), ShapeError);
  CHECK_THROWS_AS(gelu_backward(a, Array::ones({3})), ShapeError);
}

}  // namespace heed
