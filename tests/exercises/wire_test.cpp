#include "exercises/grading/run/wire.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"

using namespace heed::grading;

namespace {

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
  constexpr double infinity = std::numeric_limits<double>::infinity();
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
}

TEST_CASE("a shape whose size overflows is no shape") {
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
