// With which size of the inputs an answer's cost grows.
#include <cmath>

#include "tests/catch.hpp"
#include "tests/exercises/observed.hpp"

using namespace heed::grading;

namespace {

/// Of 20 tokens and so many words, what is seen of a cost.
std::string seen(const std::vector<int>& words, const std::function<double(double)>& cost) {
  std::vector<Inputs> cases;
  std::vector<CaseOutcome> expected, got;
  const auto measured = [](double value) {
    return Output{
        .name = "reads", .value = Tensor::of({1}, {value}), .purpose = Purpose::measured, .at_most = 500};
  };
  for (const int n : words) {
    cases.push_back({fmt::format("{} words", n), {{"ids", std::vector<int>(20)}, {"words", n}}});
    expected.push_back({.outputs = {measured(100)}});
    got.push_back({.outputs = {measured(cost(n))}});
  }
  return observed::text_of(observe_cost(cases, expected, got, "reads"));
}

}  // namespace

TEST_CASE("observed of costs: that they hold where only the numbers are wrong") {
  const auto case_of = [](double number, double cost) {
    return CaseOutcome{.outputs = {{.name = "output", .value = Tensor::of({1}, {number})},
                                   {.name = "reads",
                                    .value = Tensor::of({1}, {cost}),
                                    .purpose = Purpose::measured,
                                    .at_most = 500}}};
  };
  const std::vector<CaseOutcome> right{case_of(1, 100), case_of(2, 100)};
  CHECK(observed::text_of(observe_costs_that_hold(right, {case_of(3, 100), case_of(3, 500)})) ==
        "costs_hold");
  CHECK_FALSE(observe_costs_that_hold(right, {case_of(3, 100), case_of(3, 501)}));
  CHECK_FALSE(observe_costs_that_hold(right, {case_of(3, 100)}));
  CHECK_FALSE(observe_costs_that_hold({CaseOutcome{.outputs = {right[0].outputs[0]}}}, right));
}

TEST_CASE("observed of costs: the size with which they grow, and by how much") {
  CHECK(seen({5, 3000, 50}, [](double n) { return 20 * n; }) == "cost_grows words 5 3000 600 1");
  CHECK(seen({4, 16}, [](double n) { return 10 * n * n; }) == "cost_grows words 4 16 16 1");
  CHECK(seen({5, 50, 3000}, [](double) { return 800.0; }).empty());
  CHECK(seen({5, 50, 3000}, [](double n) { return 800 + n / 10; }).empty());       // less than a half power
  CHECK(seen({5, 50, 3000}, [](double n) { return n == 50 ? 9e9 : n; }).empty());  // another size moves it
  CHECK(seen({5, 5}, [](double n) { return n; }).empty());
  CHECK(seen({}, [](double n) { return n; }).empty());
}
