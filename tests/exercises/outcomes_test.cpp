// The way of an outcome from a program to the grader, and what is compared there.
#include <bit>
#include <cmath>
#include <limits>

#include "exercises/grading/run/compare.hpp"
#include "exercises/grading/run/wire.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"

using namespace heed::grading;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN(),
                 infinity = std::numeric_limits<double>::infinity();

CaseOutcome gives(const Tensor& value) { return {.outputs = {{"y", value}}}; }
CaseOutcome costs(double value) { return {.outputs = {{"reads", as_tensor(value), Purpose::measured, 10}}}; }

const CaseOutcome outcome{.outputs = {{"y", Tensor::of({1, 2}, {1, -2})},
                                      {"cost", as_tensor(3), Purpose::measured, 5},
                                      {"none", Tensor()}}};

}  // namespace

TEST_CASE("a job comes through as it was") {
  const Job job{
      "forward",
      {{"one", {{"t", Tensor::of({2}, {1, 2})}, {"n", 1.5}, {"i", -3}, {"ids", std::vector<int>{}}}}}};
  const Job back = decode_job(encode(job));
  CHECK(back.part == "forward");
  REQUIRE(back.cases.size() == 1);
  CHECK(back.cases[0].label == "one");
  const Case c(back.cases[0]);
  CHECK(c.tensor("t").values() == std::vector<double>{1, 2});
  CHECK(c.number("n") == 1.5);
  CHECK(c.integer("i") == -3);
  CHECK(c.ids("ids").empty());
  CHECK_THROWS_AS(c.number("i"), heed::UsageError);
  CHECK_THROWS_AS(c.tensor("x"), heed::UsageError);
  CHECK_THROWS_AS(decode_job("short"), heed::Error);
  CHECK_THROWS_AS(decode_job(encode(job) + "x"), heed::Error);
  std::string unknown_kind = encode({"forward", {{"one", {{"n", 1}}}}});
  unknown_kind[unknown_kind.rfind('n') + 1] = 'i';  // behind the name of the input
  CHECK_THROWS_WITH(decode_job(unknown_kind), Catch::Contains("no known kind"));
}

TEST_CASE("numbers come through bit by bit") {
  const std::vector<double> numbers{-0.0, 5e-324, infinity, -infinity, std::nan("1"), -std::nan("2"), 0.1};
  const auto bits = [](const std::vector<double>& values) {
    std::vector<std::uint64_t> all;
    for (const double value : values) all.push_back(std::bit_cast<std::uint64_t>(value));
    return all;
  };
  const Tensor tensor = Tensor::of({7}, numbers);
  const Job job = decode_job(encode({"p", {{"one", {{"x", tensor}, {"n", numbers[4]}}}}}));
  const Case c(job.cases.at(0));
  CHECK(bits(c.tensor("x").values()) == bits(numbers));
  CHECK(bits({c.number("n")}) == bits({numbers[4]}));
  const Log log = decode_log(case_frame({.outputs = {{"y", tensor}}}));
  CHECK(bits(log.cases.at(0).outputs.at(0).value.values()) == bits(numbers));
  CHECK_THROWS_AS(Tensor::of({1 << 16, 1 << 16, 1 << 16, 1 << 16}, {}), heed::ShapeError);
}

TEST_CASE("a log comes through as it was") {
  const Log log = decode_log(case_frame(outcome) + case_frame({Ending::threw, "no"}) +
                             demo_frame({{"hello", "안녕"}}) + end_frame());
  REQUIRE(log.cases.size() == 2);
  CHECK(log.cases[0].outputs[0].value.values() == std::vector<double>{1, -2});
  CHECK(log.cases[0].outputs[1].purpose == Purpose::measured);
  CHECK(log.cases[0].outputs[1].at_most == 5);
  CHECK(log.cases[0].outputs[2].value.shape() == std::vector<int>{0});
  CHECK(log.cases[1].message == "no");
  CHECK(log.demo.front().ko == "안녕");
  CHECK(log.ended);
}

TEST_CASE("of a log that is cut off, what came before counts") {
  const std::string first = case_frame(outcome), all = first + first + end_frame();
  for (std::size_t size = 0; size < all.size(); ++size) {
    const Log log = decode_log(all.substr(0, size));
    REQUIRE(log.cases.size() == size / first.size());
    REQUIRE_FALSE(log.ended);
  }
  CHECK(decode_log(first + stack_overflow_frame()).stack_overflow);
  CHECK(decode_log(case_frame({static_cast<Ending>(9), ""})).cases.empty());
}

TEST_CASE("numbers are close within both tolerances, NaN and infinities equal themselves") {
  CHECK(close(1, 1 + 1e-10, {}));
  CHECK_FALSE(close(1, 1 + 1e-8, {}));
  CHECK(close(0, 1e-13, {}));
  CHECK_FALSE(close(0, 1e-11, {}));
  CHECK(close(not_a_number, not_a_number, {}));
  CHECK_FALSE(close(not_a_number, 1, {}));
  CHECK_FALSE(close(1, not_a_number, {}));
  CHECK(close(-infinity, -infinity, {}));
  CHECK_FALSE(close(infinity, -infinity, {}));
  CHECK_FALSE(close(infinity, 1e300, {}));
}

TEST_CASE("a cost that is no number is beyond every limit") {
  CaseOutcome none = costs(3);
  none.outputs[0].value = Tensor();
  CHECK(compare(costs(3), none, {}).failed == 1);
  CHECK_FALSE(same(costs(3), none, {}));
  CHECK(same(costs(11), none, {}));
}

TEST_CASE("the first output that is not right is told, with its wrong elements") {
  const CaseOutcome right{.outputs = {{"a", Tensor::of({2}, {1, 2})}, {"b", Tensor::of({2}, {3, 4})}}};
  CHECK(compare(right, right, {}).failed == 0);
  CHECK(compare(right, right, {}).checks == 2);
  CaseOutcome got = right;
  got.outputs[1].value.flat(1) = not_a_number;
  const Comparison values = compare(right, got, {});
  CHECK(values.failed == 1);
  REQUIRE(values.first);
  CHECK(values.first->output == "b");
  CHECK(values.first->wrong == std::vector<int>{1});

  const Comparison shape = compare(gives(Tensor({2, 3})), gives(Tensor({3, 2})), {});
  REQUIRE(shape.first);
  CHECK(shape.first->kind == Difference::shape);

  const Comparison missing = compare(right, gives(Tensor({2})), {});
  CHECK(missing.failed == 2);
  CHECK(missing.first->kind == Difference::missing);

  CHECK(compare(right, {.ending = Ending::threw}, {}).failed == 2);
}

TEST_CASE("a cost passes up to the learner's limit, and what is only shown is not compared") {
  CHECK(compare(costs(3), costs(10), {}).failed == 0);
  const Comparison dear = compare(costs(3), costs(11), {});
  REQUIRE(dear.first);
  CHECK(dear.first->kind == Difference::cost);
  CHECK(dear.first->at_most == 10);
  const CaseOutcome one{.outputs = {{"order", Tensor::of({1}, {1}), Purpose::shown}}};
  const CaseOutcome two{.outputs = {{"order", Tensor::of({1}, {2}), Purpose::shown}}};
  CHECK(compare(one, two, {}).checks == 0);
  CHECK(same(one, two, {}));
}

TEST_CASE("two implementations are the same if nothing tells them apart") {
  CHECK(same(gives(Tensor::of({1}, {not_a_number})), gives(Tensor::of({1}, {not_a_number})), {}));
  CHECK_FALSE(same(gives(Tensor({1})), gives(Tensor({1, 1})), {}));
  CHECK(same(costs(20), costs(30), {}));
  CHECK_FALSE(same(costs(9), costs(11), {}));
  CHECK(same({Ending::threw, "a"}, {Ending::threw, "a"}, {}));
  CHECK_FALSE(same({Ending::threw, "a"}, {Ending::threw, "b"}, {}));
  CHECK_FALSE(same(gives(Tensor({1})), {Ending::threw, "a"}, {}));
  const auto pair = [](double a, double b) { return gives(Tensor::of({2}, {a, b})); };
  CHECK_FALSE(same(pair(1, not_a_number), pair(1, 2), {}));
  CHECK(same_numbers(pair(1, not_a_number), pair(1 + 1e-8, 2), {}));
  CHECK_FALSE(same_numbers(pair(1, not_a_number), pair(3, 2), {}));
  CHECK_FALSE(same_numbers(gives(Tensor({1})), gives(Tensor({1, 1})), {}));
}
