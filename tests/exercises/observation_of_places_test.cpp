// Where in a result the wrong numbers stand, and other shapes.
#include <cmath>

#include "tests/catch.hpp"
#include "tests/exercises/observed.hpp"

namespace observed {

TEST_CASE("the places where the wrong numbers stand are told") {
  const auto at = [](bool (*inside)(int, int)) {
    return each([inside](double x, int i, int j) { return inside(i, j) ? x * x + 3 + i : x; });
  };
  CHECK(seen(at([](int i, int j) { return j > i; })) == "wrong_above");
  CHECK(seen(at([](int i, int j) { return i == j; })) == "wrong_diagonal");
  CHECK(seen(at([](int, int j) { return j == 2; })) == "wrong_last 1");
}

TEST_CASE("another shape is told") {
  CHECK(seen([](const Tensor& t) { return t.reshape({t.size()}); }) == "reshaped");
}

TEST_CASE("results whose ranks differ from case to case are looked at as well") {
  const Tensors results{Tensor::of({2, 3}, {0, 2, 0, 4, 5, 0}), Tensor::of({4}, {0, 2, 3, 0})};
  std::vector<Inputs> cases;
  std::vector<CaseOutcome> expected, got;
  for (const Tensor& x : results) {
    cases.push_back({"a case", {{"x", x}}});
    Tensor changed = x * x;
    expected.push_back({.outputs = {{"y", changed}}});
    for (int i = 0; i < x.size(); ++i) {
      if (x.flat(i) == 0) changed.flat(i) = 7 + i;
    }
    got.push_back({.outputs = {{"y", changed}}});
  }
  CHECK(observe(cases, expected, got, "y", {})->kind == "wrong_zeros");
}

TEST_CASE("that one end of an axis is wrong is told") {
  Tensors three;
  for (const double start : {0.2, 0.9, 1.4}) {
    Tensor t({4, 3});
    for (int n = 0; n < t.size(); ++n) t.flat(n) = std::sin(start + n * n);
    three.push_back(t);
  }
  CHECK(seen(each([](double x, int, int j) { return j == 0 ? x + 1.5 : x; }), three) == "wrong_first 1");
  CHECK(seen(each([](double x, int, int j) { return j == 2 ? x * 1.5 : x; }), three) == "wrong_last 1");
  CHECK(seen(each([](double x, int i, int j) { return i < 3 ? x : x * x - i - j; }), three) ==
        "wrong_last 0");
}

}  // namespace observed
