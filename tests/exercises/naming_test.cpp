// Naming on a made-up exercise: f(x) = 2x in one part, g(x) = f(x) + 1 in another.
#include "exercises/grading/name/naming.hpp"

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/catch.hpp"

namespace named {

using namespace heed::grading;

using Describe = void (*)(Exercise&);
using Function = double (*)(double);

/// Returns what is named of an answer in each of its parts.
Named of(const Entry& entry, Describe answer, std::uint64_t seed = 1) {
  const Expected expected = expect(entry, seed);
  return name_mistakes(entry, expected, run_survivable(described(answer), expected.cases));
}

/// The ids, by part.
using Names = std::map<std::string, std::string>;
Names names(const Named& named) {
  Names all;
  for (const auto& [part, mistake] : named) all[part] = mistake.id;
  return all;
}

/// That of one part; "" where none is.
std::string name_in(const std::string& part, const Named& named) {
  const Names all = names(named);
  return all.contains(part) ? all.at(part) : "";
}

}  // namespace named

using namespace heed::grading;
using named::Function;
using named::Names;

namespace {

template <Function f, Function g>
void describe(Exercise& e) {
  const auto cases = [](Cases& all, Draw& draw) {
    for (int i = 0; i < 5; ++i)
      all.add("case " + std::to_string(i)).number("x", draw.uniform({}, 1, 2).flat(0));
  };
  e.part(
      "f", {}, [](Case& c) { c.give("y", f(c.number("x"))); }, cases);
  e.part(
      "g", {}, [](Case& c) { c.give("y", g(c.number("x"))); }, cases);
}

double twice(double x) { return 2 * x; }
double square(double x) { return x * x; }
double thrice(double x) { return 3 * x; }
double twice_and_one(double x) { return 2 * x + 1; }
double thrice_and_one(double x) { return 3 * x + 1; }
/// Wrong below 1.6; above it throws, each in words of its own.
template <char word>
double throws_sometimes(double x) {
  return x < 1.6 ? 5 * x : throw std::runtime_error(std::string(1, word));
}
double throws(double x) { return x > 0 ? throw std::runtime_error("no") : x; }

const Entry entry{"e",
                  "c",
                  describe<twice, twice_and_one>,
                  {{"squared", "M01", describe<square, twice_and_one>},
                   {"thrice", "M06", describe<thrice, thrice_and_one>},
                   {"thrice_here", "M06", describe<thrice, twice_and_one>},
                   {"no_one", "", describe<twice, twice>},
                   {"square_and_no_one", "", describe<square, twice>},
                   {"throws", "", describe<throws, twice_and_one>},
                   {"sometimes", "", describe<throws_sometimes<'a'>, twice_and_one>}}};

template <Function f, Function g>
Names names(std::uint64_t seed = 1) {
  return named::names(named::of(entry, describe<f, g>, seed));
}

}  // namespace

TEST_CASE("a known mistake is named where it shows, whatever the seed") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CHECK(names<thrice, thrice_and_one>(seed) == Names{{"f", "thrice"}, {"g", "thrice"}});
    CHECK(names<twice, twice>(seed) == Names{{"g", "no_one"}});
  }
}

TEST_CASE("a right answer, and what is like no known mistake, is accused of nothing") {
  CHECK(names<twice, twice_and_one>().empty());
  CHECK(names<twice_and_one, twice_and_one>().empty());
  CHECK(names<thrice_and_one, square>().empty());
}

TEST_CASE("several matches: the other parts decide") {
  CHECK(names<square, twice_and_one>() == Names{{"f", "squared"}});
  CHECK(names<square, twice>() == Names{{"f", "square_and_no_one"}, {"g", "square_and_no_one"}});
}

TEST_CASE("several matches that nothing decides: named if they are forms of one mistake") {
  // f is thrice's and thrice_here's, both M06; g is like neither
  CHECK(names<thrice, square>() == Names{{"f", "thrice"}});
  // f is squared's (M01) and square_and_no_one's
  CHECK(names<square, square>().empty());
}

TEST_CASE("with a wrong result beside them, exceptions may say what they like") {
  CHECK(names<throws_sometimes<'b'>, twice_and_one>() == Names{{"f", "sometimes"}});
}

TEST_CASE("an exception alone names nothing, nor does a part that did not come to its end") {
  CHECK(names<throws, twice_and_one>().empty());
  const Expected expected = expect(entry, 1);
  Outcomes got = run_survivable(described(describe<thrice, twice_and_one>), expected.cases);
  got["f"].pop_back();
  CHECK(name_mistakes(entry, expected, got).empty());
}

TEST_CASE("a mistake is not named where it would show with other numbers on another part") {
  // g is thrice's, of which f would be another
  CHECK(names<square, thrice_and_one>().empty());
}

TEST_CASE(
    "several matches: one that another part's numbers contradict is none, one that throws there may be") {
  const Entry two{"e",
                  "c",
                  describe<twice, twice_and_one>,
                  {{"squared_and_g_throws", "", describe<square, throws>},
                   {"squared_and_g_twice", "", describe<square, twice>}}};
  const auto name_of = [&](named::Describe answer) { return named::name_in("f", named::of(two, answer)); };
  CHECK(name_of(describe<square, twice_and_one>) == "squared_and_g_throws");
  CHECK(name_of(describe<square, thrice>) == "squared_and_g_throws");
  CHECK(name_of(describe<square, twice>) == "squared_and_g_twice");
  CHECK(name_of(describe<square, throws>) == "squared_and_g_throws");
}

TEST_CASE("cases depend on the seed and the part alone") {
  const auto values = [](std::uint64_t seed, const char* name) {
    return std::get<double>(expect(entry, seed).cases.at(name).front().values.front().value);
  };
  CHECK(values(1, "f") == values(1, "f"));
  CHECK(values(1, "f") != values(2, "f"));
  CHECK(values(1, "f") != values(1, "g"));
}

namespace {

/// Parts for f, for g, and for both beside each other, of three numbers in each of eight cases.
template <Function f, Function g>
void threes(Exercise& e) {
  const auto three = [](Function function, double x) {
    return std::vector<double>{function(x), function(x + 1), function(x + 2)};
  };
  const auto give = [three](bool with_f, bool with_g) {
    return [=](Case& c) {
      if (with_f) c.give("f", three(f, c.number("x")));
      if (with_g) c.give("g", three(g, c.number("x")));
    };
  };
  const auto cases = [](Cases& all, Draw& draw) {
    for (int i = 0; i < 8; ++i)
      all.add("case " + std::to_string(i)).number("x", draw.uniform({}, 1, 2).flat(0));
  };
  e.part("f", {}, give(true, false), cases);
  e.part("g", {}, give(false, true), cases);
  e.part("both", {}, give(true, true), cases);
}

double half(double x) { return x / 2; }

}  // namespace

TEST_CASE("a mistake of two functions that is made in one shows in the results of that one") {
  const Entry entry{"e",
                    "c",
                    threes<twice, twice_and_one>,
                    {{"thrice", "", threes<thrice, thrice_and_one>},
                     {"f_squared", "", threes<square, twice_and_one>},
                     {"g_squared", "", threes<twice, square>}}};
  const auto in_f = [&](named::Describe answer) { return named::name_in("f", named::of(entry, answer)); };
  CHECK(in_f(threes<thrice, twice_and_one>) == "thrice");
  CHECK(in_f(threes<thrice, half>).empty());
}

// The cases on which known-wrong implementations are compared, on an exercise that measures a cost.
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
