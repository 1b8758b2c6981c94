// What is seen in wrong numbers, and that nothing is said where nothing holds everywhere.
#include "tests/catch.hpp"
#include "tests/exercises/observed.hpp"

using namespace heed::grading;

namespace observed {

Tensor with_row(Tensor t, int row, double value) {
  for (int j = 0; j < t.dim(1); ++j) t(row, j) = value;
  return t;
}

TEST_CASE("patterns in wrong numbers are seen") {
  CHECK(seen([](const Tensor& t) { return t * 0.5; }) == "factor 0.5");
  CHECK(seen([](const Tensor& t) { return -t; }) == "sign");
  CHECK(seen([](const Tensor& t) { return t + 2.0; }) == "offset 2");
  CHECK(seen([](const Tensor& t) { return 1.0 - t; }) == "function 1 − x");
  CHECK(seen([](const Tensor& t) { return t * t; }) == "function x²");
  CHECK(seen([](const Tensor& t) { return t * 3.0 + 1.0; }) == "input x");
  CHECK(seen([](const Tensor& t) { return transpose(t); }) == "transposed");
  CHECK(seen([](const Tensor& t) { return Tensor(t.shape()); }) == "zeros");
  CHECK(seen([](const Tensor& t) { return Tensor::full(t.shape(), 0.25); }) == "constant");
  CHECK(seen([](const Tensor& t) { return with_row(with_row(t, 1, 9), t.dim(0) - 1, 7); }) == "first_only 0");
  CHECK(seen([](const Tensor& t) { return with_row(with_row(t, t.dim(0) - 2, 8), 0, 9); }) == "last_only 0");
  CHECK(seen([](const Tensor& t) {
          Tensor back = t;
          for (int i = 0; i < t.dim(0); ++i)
            for (int j = 0; j < 3; ++j) back(i, j) = t(i, 2 - j);
          return back;
        }) == "reversed 1");
  CHECK(seen([](const Tensor& t) {
          Tensor later = t;
          for (int i = 0; i < t.dim(0); ++i) {
            for (int j = 2; j > 0; --j) later(i, j) = t(i, j - 1);
            later(i, 0) = 5 + i;
          }
          return later;
        }) == "shifted 1 1");
  CHECK(seen([](const Tensor& t) {
          Tensor broken = t * t + 1.0;
          broken(1, 2) = std::nan("");
          return broken;
        }) == "not_a_number 1 2");
}

TEST_CASE("what separates right cases from wrong ones is seen") {
  Tensors results = right();
  results.push_back(results[2] * results[2]);
  CHECK(seen([](const Tensor& t) { return t.dim(0) == 2 ? t : t * t + t; }, results) ==
        "right_where_is heads 1");
}

TEST_CASE("factors that differ are told by the size they are, or by where they are alike") {
  // heads is 1, 1, 2; x.dim(0) 2, 2, 3
  CHECK(seen([](const Tensor& t) { return t * (1 / std::sqrt(t.dim(0))); }) ==
        "factor_of_size 1 / √x.dim(0)");
  CHECK(seen([](const Tensor& t) { return t * (t.dim(0) == 2 ? 5.0 : 7.0); }) == "factor_of_case 5 7");
  CHECK(seen([](const Tensor& t) { return t * (t.dim(0) == 2 ? 1.0 : 7.5); }) == "factor_of_case 7.5 1");
  CHECK(seen([](const Tensor& t) { return t * (t.dim(0) == 2 ? 1.0 : 0.0); }) == "zero_instead");
}

TEST_CASE("nothing is said where nothing holds in all cases, or too few numbers speak") {
  CHECK(seen([](const Tensor& t) { return t.dim(0) == 2 ? t * 2.0 : t * 3.0 + t * t; }).substr(0, 6) !=
        "factor");
  CHECK(seen([](const Tensor& t) { return t; }) == "");
  CHECK(seen([](const Tensor& t) { return t * 2.0; }, {Tensor::of({1, 1}, {3})}) == "");
}

TEST_CASE("where little is seen in one result, another one is looked at") {
  std::vector<Inputs> cases;
  std::vector<CaseOutcome> expected, got;
  for (int i = 0; i < 5; ++i) {
    const Tensor x({2 + i, 3 + i * i % 3});
    const Tensor y = Tensor::of({3}, {1.0 + i, 2.5, 4}), z = Tensor::of({3}, {0.5, 1.0 + i, 3});
    cases.push_back({fmt::format("case {}", i), {{"rows", i}, {"x", x}}});
    expected.push_back({.outputs = {{"y", y}, {"z", z}}});
    const Tensor other = Tensor::of({3}, {i + 1.5 + i * i, 2.75 + i * 0.3, 9.0 + std::exp(i)});
    got.push_back({.outputs = {{"y", i == 0 ? y : other}, {"z", z}}});
  }
  CHECK(text_of(observe(cases, expected, got, "y", {})) == "only_output y");
  for (std::size_t i = 0; i < got.size(); ++i) got[i].outputs[1].value = expected[i].outputs[1].value * 2.0;
  const auto seen = observe(cases, expected, got, "y", {});
  REQUIRE(seen);
  CHECK(text_of(seen) == "factor 2");
  CHECK(seen->output == "z");
}

}  // namespace observed
