#include <cmath>
#include <limits>

#include "exercises/grading/run/compare.hpp"
#include "tests/catch.hpp"

using namespace heed::grading;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();

CaseOutcome gives(const Tensor& value) { return {.outputs = {{"y", value}}}; }
CaseOutcome costs(double value) { return {.outputs = {{"reads", as_tensor(value), Purpose::measured, 10}}}; }

}  // namespace

TEST_CASE("numbers are close within both tolerances, NaN and infinities equal themselves") {
  CHECK(close(1, 1 + 1e-10, {}));
  CHECK_FALSE(close(1, 1 + 1e-8, {}));
  CHECK(close(0, 1e-13, {}));
  CHECK_FALSE(close(0, 1e-11, {}));
  CHECK(close(not_a_number, not_a_number, {}));
  CHECK_FALSE(close(not_a_number, 1, {}));
  CHECK_FALSE(close(1, not_a_number, {}));
  CHECK(close(-inf, -inf, {}));
  CHECK_FALSE(close(inf, -inf, {}));
  CHECK_FALSE(close(inf, 1e300, {}));
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
