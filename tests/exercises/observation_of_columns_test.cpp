// Columns that are wrong in ways of their own, and inputs whose numbers tell the right cases from the wrong
// ones.
#include <cmath>

#include "exercises/grading/refusals/captures.hpp"
#include "tests/catch.hpp"
#include "tests/exercises/observed.hpp"

namespace observed {

TEST_CASE(
    "columns with a factor or a number of their own, and results that are right up to an index, are told") {
  Tensors three;
  for (const double start : {0.2, 0.9, 1.4}) {
    Tensor t({4, 3});
    for (int n = 0; n < t.size(); ++n) t.flat(n) = std::sin(start + n * n);
    three.push_back(t);
  }
  const auto each = [](const std::function<double(double, int, int)>& f) {
    return [f](Tensor t) {
      for (int i = 0; i < t.dim(0); ++i)
        for (int j = 0; j < t.dim(1); ++j) t(i, j) = f(t(i, j), i, j);
      return t;
    };
  };
  CHECK(seen(each([](double x, int, int j) { return x * (j + 2); }), three) == "columns_scaled");
  CHECK(seen(each([](double x, int, int j) { return x + j * j + 0.5; }), three) == "columns_moved");
  CHECK(seen(each([](double x, int, int j) { return j == 0 ? x + 1.5 : x; }), three) == "wrong_first 1");
  CHECK(seen(each([](double x, int, int j) { return j == 2 ? x * 1.5 : x; }), three) == "wrong_last 1");
  CHECK(seen(each([](double x, int i, int j) { return i < 3 ? x : x * x - i - j; }), three) ==
        "wrong_last 0");
  Tensors longer;
  for (const double start : {0.2, 0.9, 1.4}) {
    longer.emplace_back(Tensor({5, 4}));
    for (int n = 0; n < 20; ++n) longer.back().flat(n) = std::sin(start + n * n);
  }
  CHECK(seen(each([](double x, int i, int j) { return i < 2 ? x : x * x - i - j; }), longer) ==
        "right_up_to 0 2 2 2");
}

/// What is seen where the cases of odd numbers are wrong, of those made by `make`.
static std::string seen_of_odd(const std::function<Inputs(int)>& make) {
  std::vector<Inputs> cases;
  std::vector<CaseOutcome> expected, got;
  for (int i = 0; i < 6; ++i) {
    const Tensor y = Tensor::of({2, 2}, {1.5, 2.5 + i, 0.25, i * 1.5});
    cases.push_back(make(i));
    expected.push_back({.outputs = {{"y", y}}});
    got.push_back({.outputs = {{"y", i % 2 == 1 ? y * y * y - 3.0 * y : y}}});
  }
  const auto found = observe(cases, expected, got, "y", {});
  return found ? found->kind + " " + fmt::format("{}", fmt::join(found->names, ", ")) : "";
}

TEST_CASE("that the right cases share numbers of an input is told, if several do and none of the others") {
  const auto label = [](int i) { return fmt::format("case {}", i); };
  const auto mask = [](bool hidden) { return Tensor::of({4}, {1, 1, 1, hidden ? 0.0 : 1.0}); };
  CHECK(seen_of_odd([&](int i) {
          return Inputs{label(i), {{"mask", mask(i % 2 == 1)}}};
        }) == "right_where_all_one mask");
  // a case drawn again is no second one
  CHECK(seen_of_odd([&](int i) {
          return Inputs{label(i % 2), {{"mask", mask(i % 2 == 1)}}};
        }) == "wrong_cases case 1");
  // case 2 is right without it
  CHECK(seen_of_odd([&](int i) {
          return Inputs{label(i), {{"mask", mask(i % 2 == 1 || i == 2)}}};
        }) == "wrong_cases case 1, case 3, case 5");
}

TEST_CASE("of several integers that are alike in the right cases none is told") {
  const auto sizes = [](int i) {
    const int odd = i % 2;
    return Inputs{fmt::format("case {}", i), {{"layers", 3 * odd}, {"heads", 1 + odd}}};
  };
  CHECK(seen_of_odd(sizes) == "wrong_cases case 1, case 3, case 5");
  CHECK(seen_of_odd([&](int i) {
          Inputs inputs = sizes(i);
          inputs.values[0].value = 3;
          return inputs;
        }) == "right_where_is heads");
  // an id is no size
  CHECK(seen_of_odd([&](int i) {
          return Inputs{fmt::format("case {}", i), {{"bos", 1 + i % 2}}};
        }) == "wrong_cases case 1, case 3, case 5");
}

}  // namespace observed
