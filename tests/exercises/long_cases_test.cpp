// Which cases known-wrong implementations are compared on, on a made-up exercise that measures a cost.
#include "exercises/grading/name/naming.hpp"

#include "tests/catch.hpp"
#include "tests/exercises/named.hpp"

using namespace heed::grading;

namespace long_cases {
namespace {

/// y = factor · x; once more at a cost for each number of it.
template <int factor, int cost>
void describe(Exercise& e) {
  const auto cases = [](Cases& all, Draw& draw) {
    for (const int length : {1, 2, 3, 4000}) all.add("case").tensor("x", draw.normal({length}));
  };
  e.part(
      "value", {}, [](Case& c) { c.give("y", c.tensor("x") * double(factor)); }, cases);
  e.part(
      "f", {},
      [](Case& c) {
        c.give("y", c.tensor("x") * double(factor));
        c.measure("cost", double(cost) * c.tensor("x").size(), {.at_most = 5000});
      },
      cases);
}

const Entry entry{"e", "c", describe<2, 1>, {{"thrice", "", describe<3, 1>}, {"dear", "", describe<2, 2>}}};

struct Compared {
  std::size_t cases;
  std::string name;
};

/// How many cases are compared of an answer of which so many came out, and what is named.
template <int factor, int cost>
Compared compared(std::size_t came_out = 4, const std::set<std::string>& timed_out = {}) {
  Expected expected = expect(entry, 1);
  Outcomes got = run_survivable(described(describe<factor, cost>), expected.cases);
  got["f"].resize(came_out);
  leave_out_long_cases(expected, got, timed_out);
  return {expected.cases.at("f").size(), named::name_in("f", name_mistakes(entry, expected, got))};
}

}  // namespace

TEST_CASE("the long cases of a cost are compared where these alone are wrong") {
  CHECK(compared<3, 1>().cases == 3);
  CHECK(compared<2, 1>().cases == 3);
  CHECK(compared<2, 2>().cases == 4);
  CHECK(compared<3, 1>().name == "thrice");
  CHECK(compared<2, 2>().name == "dear");
}

TEST_CASE("where time ran out, a mistake is named by the cases that came out, after a crash by none") {
  CHECK(compared<3, 1>(3, {"f"}).name == "thrice");
  CHECK(compared<3, 1>(3).name.empty());
  CHECK(compared<2, 1>(3, {"f"}).name.empty());
  CHECK(compared<2, 1>(0, {"f"}).name.empty());
}

TEST_CASE("a part in which only the costs differ does not contradict a mistake") {
  CHECK(named::name_in("value", named::of(entry, describe<3, 100>)) == "thrice");
}

}  // namespace long_cases
