// Inputs that a wrong program has read in another order, too late, or put where they do not belong.
#include <fmt/ranges.h>

#include <cmath>

#include "exercises/grading/observation/observation.hpp"
#include "tests/catch.hpp"

using namespace heed::grading;

namespace observed_of_inputs {

TEST_CASE("inputs read in another order are told") {
  // y(i) = tanh(w(i, 0) − 2 w(i, 1) + b(i) + c) for the first three of ten rows
  const auto y_of = [](const Inputs& inputs, int (*row_of_w)(int), int (*row_of_b)(int)) {
    const Tensor &w = std::get<Tensor>(inputs.values[0].value), &b = std::get<Tensor>(inputs.values[1].value);
    Tensor y({3});
    for (int i = 0; i < 3; ++i)
      y(i) = std::tanh(w(row_of_w(i), 0) - 2 * w(row_of_w(i), 1) + b(row_of_b(i)) +
                       std::get<double>(inputs.values[2].value));
    return y;
  };
  const auto as_it_is = [](int i) { return i; };
  const Implementation right_one = [=](const Inputs& inputs) {
    return CaseOutcome{.outputs = {{"y", y_of(inputs, as_it_is, as_it_is)}}};
  };
  std::vector<Inputs> cases;
  for (const double start : {0.1, 0.7}) {
    Tensor w({10, 2}), b({10});
    for (int n = 0; n < 20; ++n) w.flat(n) = std::sin(start + n * n);
    for (int n = 0; n < 10; ++n) b(n) = std::cos(start + 2 * n);
    cases.push_back({"a case", {{"w", w}, {"b", b}, {"c", start}}});
  }
  const auto seen_of = [&](const std::function<Tensor(const Inputs&)>& answer) {
    std::vector<CaseOutcome> expected, got;
    for (const Inputs& inputs : cases) {
      expected.push_back(right_one(inputs));
      got.push_back({.outputs = {{"y", answer(inputs)}}});
    }
    const auto seen = observe(cases, expected, got, "y", {}, right_one);
    return seen ? fmt::format("{} {}{}", seen->kind, fmt::join(seen->names, " "),
                              fmt::join(seen->numbers, " "))
                : "";
  };
  CHECK(seen_of([&](const Inputs& one) {
          return y_of(
              one, [](int i) { return 9 - i; }, as_it_is);
        }) == "as_if_backwards w");
  CHECK(seen_of([&](const Inputs& one) {
          return y_of(
              one, [](int i) { return i + 1; }, as_it_is);
        }) == "as_if_earlier w");
}

TEST_CASE("a factor that is a size is told where some cases have an input more") {
  std::vector<Inputs> cases;
  std::vector<CaseOutcome> expected, got;
  for (const int width : {2, 3, 5}) {
    Tensor x({3, width});
    for (int n = 0; n < x.size(); ++n) x.flat(n) = std::sin(1.0 + n * n);
    cases.push_back({"a case", {{"x", x}}});
    if (width == 2) cases.back().values.insert(cases.back().values.begin(), {"mask", Tensor({3, 7})});
    expected.push_back({.outputs = {{"y", x}}});
    got.push_back({.outputs = {{"y", x / double(width)}}});
  }
  const auto seen = observe(cases, expected, got, "y", {});
  REQUIRE(seen);
  CHECK(seen->kind == "factor_of_size");
  CHECK(seen->names == std::vector<std::string>{"1 / x.dim(1)"});
}

TEST_CASE("a part of an input changed and one read too late are told") {
  // y(i) = tanh(w(i) − 2 w(i + 3)) + b(i) x(i) for six rows of w and three of the others
  const auto y_of = [](const Tensor& w, const Tensor& b, const Tensor& x) {
    Tensor y({3});
    for (int i = 0; i < 3; ++i) y(i) = std::tanh(w(i) - 2 * w(i + 3)) + std::exp(b(i)) * std::sin(x(i));
    return y;
  };
  std::vector<Inputs> cases;
  for (const double start : {0.1, 0.7}) {
    Tensor w({6}), b({3}), x({3});
    for (int n = 0; n < 6; ++n) w(n) = std::sin(start + n * n);
    for (int n = 0; n < 3; ++n) b(n) = std::cos(start + 2 * n), x(n) = 1.1 + n + start;
    cases.push_back({"a case", {{"w", w}, {"b", b}, {"x", x}}});
  }
  const auto tensor = [](const Inputs& one, std::size_t at) {
    return std::get<Tensor>(one.values[at].value);
  };
  const Implementation reference = [&](const Inputs& one) {
    return CaseOutcome{.outputs = {{"y", y_of(tensor(one, 0), tensor(one, 1), tensor(one, 2))}}};
  };
  const auto seen_of = [&](const std::function<Tensor(Tensor, Tensor, Tensor)>& answer) {
    std::vector<CaseOutcome> expected, got;
    for (const Inputs& one : cases) {
      expected.push_back(reference(one));
      got.push_back({.outputs = {{"y", answer(tensor(one, 0), tensor(one, 1), tensor(one, 2))}}});
    }
    const auto seen = observe(cases, expected, got, "y", {}, reference);
    return seen ? fmt::format("{} {} {}", seen->kind, fmt::join(seen->names, " "),
                              fmt::join(seen->numbers, " "))
                : "";
  };
  CHECK(seen_of([&](const Tensor& w, const Tensor& b, Tensor x) {
          for (int i = 2; i > 0; --i) x(i) = x(i - 1);
          x(0) = 0;
          return y_of(w, b, x);
        }) == "as_if_later x ");
}

TEST_CASE("what NaN alone has in common with the results of other inputs is not told") {
  const Implementation logarithms = [](const Inputs& inputs) {
    Tensor y = std::get<Tensor>(inputs.values[0].value);
    for (int n = 0; n < y.size(); ++n) y.flat(n) = std::log(y.flat(n));
    return CaseOutcome{.outputs = {{"y", y}}};
  };
  const std::vector<Inputs> cases{{"a", {{"x", Tensor::of({3}, {1, 2, 3})}}},
                                  {"b", {{"x", Tensor::of({4}, {4, 0.5, 7, 2})}}}};
  std::vector<CaseOutcome> expected, got;
  for (const Inputs& inputs : cases) {
    expected.push_back(logarithms(inputs));
    got.push_back({.outputs = {{"y", Tensor::full(expected.back().outputs[0].value.shape(), NAN)}}});
  }
  const auto seen = observe(cases, expected, got, "y", {}, logarithms);
  REQUIRE(seen);
  CHECK(seen->kind == "not_a_number");  // not "as if x had the opposite sign"
  std::vector<CaseOutcome> one(3, {.outputs = {{"y", Tensor({})}}}), nan = one;
  for (CaseOutcome& outcome : nan) outcome.outputs[0].value.flat(0) = NAN;
  const std::vector<Inputs> alike(3, cases.front());
  const auto number = observe(alike, one, nan, "y", {}, logarithms);
  REQUIRE(number);
  CHECK(number->kind == "is_not_a_number");
  for (CaseOutcome& outcome : nan) outcome.outputs[0].value.flat(0) = INFINITY;
  const auto infinite = observe(alike, one, nan, "y", {}, logarithms);
  REQUIRE(infinite);
  CHECK(infinite->kind == "is_infinite");
}

}  // namespace observed_of_inputs
