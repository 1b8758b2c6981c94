// Naming two mistakes that meet, of an exercise in which one function calls the other, by whatever is chosen.
#include <algorithm>
#include <cstdlib>

#include "exercises/grading/naming/naming.hpp"
#include "exercises/grading/process/run_apart.hpp"
#include "tests/catch.hpp"

namespace meeting {

using namespace heed::grading;

namespace {

double (*inner)(double) = nullptr;
double (*outer)(double x, int way) = nullptr;

void right() {
  inner = [](double x) { return 2 * x; };
  outer = [](double x, int) { return inner(x) + 1; };
}
void one_more_inside() {
  inner = [](double x) { return 2 * x + 1; };
}
void one_more_outside() {
  outer = [](double x, int) { return inner(x) + 2; };
}
void thrice_inside() {
  inner = [](double x) { return 3 * x; };
}
void squared_outside() {
  outer = [](double x, int) { return inner(x) * inner(x) + 1; };
}
void no_one_outside() {
  outer = [](double x, int) { return inner(x); };
}
void unknown_outside() {
  outer = [](double x, int) { return 7 * inner(x); };
}
/// With thrice_inside these two do not come out.
void endless_outside() {
  outer = [](double x, int way) {
    [[maybe_unused]] volatile bool turning = false;
    while (way == 1 && inner(x) > 2.5 * x) turning = true;
    return 9 * x;
  };
}
void deadly_outside() {
  outer = [](double x, int) { return inner(x) > 2.5 * x ? std::abort(), x : 11 * x; };
}
/// Each gives on one way by itself what the other gives there with thrice_inside.
void five_one_way() {
  outer = [](double x, int way) { return way == 1 ? 3 * x + 5 : inner(x) + 7; };
}
void seven_the_other_way() {
  outer = [](double x, int way) { return way == 1 ? inner(x) + 5 : 3 * x + 7; };
}
void five_and_seven() {
  outer = [](double x, int way) { return way == 1 ? 3 * x + 5 : 3 * x + 7; };
}

void plain(Exercise& e) {
  const auto cases = [](Cases& all, Draw& draw) {
    for (int i = 0; i < 5; ++i)
      all.add("case " + std::to_string(i)).number("x", draw.uniform({}, 1, 2).flat(0));
  };
  e.part(
      "inner", {}, [](Case& c) { c.give("y", inner(c.number("x"))); }, cases);
  e.part(
      "outer", {}, [](Case& c) { c.give("y", outer(c.number("x"), 1)); }, cases);
  e.part(
      "other way", {}, [](Case& c) { c.give("y", outer(c.number("x"), 2)); }, cases);
}

template <auto... changes>
void with(Exercise& e) {
  plain(e);
  e.before_each([] { right(), (changes(), ...); });
}

template <auto change>
WrongOne wrong(const char* id, const char* function = "outer") {
  return {{id, ""}, with<change>, change, {function}};
}

using Names = std::map<std::string, std::string>;

Names names(const std::vector<WrongOne>& known, Describe answer) {
  const Entry entry{"m", "c", with<>, known, {}, false, plain, right};
  const Expected expected = expect(entry, 1);
  Names result;
  for (const auto& [part, mistakes] :
       name_mistakes(entry, expected, run_survivable(described(answer), expected.cases)))
    result[part] = mistakes.front().id + (mistakes.size() > 1 ? " and " + mistakes.back().id : "");
  return result;
}

const WrongOne thrice = wrong<thrice_inside>("thrice", "inner");

}  // namespace

TEST_CASE("two mistakes that meet, one function calling the other, are both named") {
  const std::vector<WrongOne> known{thrice, wrong<squared_outside>("squared"),
                                    wrong<no_one_outside>("no_one")};
  const auto everywhere_outside = [](const std::string& name) {
    return Names{{"inner", "thrice"}, {"outer", name}, {"other way", name}};
  };
  CHECK(names(known, with<thrice_inside>) == everywhere_outside("thrice"));
  CHECK(names(known, with<thrice_inside, squared_outside>) == everywhere_outside("thrice and squared"));
  CHECK(names(known, with<thrice_inside, no_one_outside>) == everywhere_outside("thrice and no_one"));
  // what nothing known explains contradicts the other name, as before
  CHECK(names(known, with<thrice_inside, unknown_outside>).empty());
}

TEST_CASE("what the function called inside does wrong is not told of the one that calls it") {
  const std::vector<WrongOne> known{thrice, wrong<one_more_outside>("one_more")};
  CHECK(names(known, with<one_more_outside>) == Names{{"outer", "one_more"}, {"other way", "one_more"}});
  // nothing known explains the inner function, and through it the outer one gives the same numbers
  CHECK(names(known, with<one_more_inside>).empty());
  // nothing known shows in both: they do not hang together
  CHECK(names({known[1]}, with<one_more_inside>) == Names{{"outer", "one_more"}, {"other way", "one_more"}});
}

TEST_CASE("a mistake of a function whose own part is right is not named where another calls it") {
  const WrongOne more = wrong<one_more_inside>("one_more", "inner");
  const Names everywhere{{"inner", "one_more"}, {"outer", "one_more"}, {"other way", "one_more"}};
  const WrongOne other = wrong<no_one_outside>("no_one");
  CHECK(names({more, other}, with<one_more_inside>) == everywhere);
  CHECK(names({more, other}, with<one_more_outside>).empty());
}

TEST_CASE("two mistakes that crash together, or never end, are no explanation, and others are still found",
          "[.long]") {
  const std::vector<WrongOne> known{thrice, wrong<endless_outside>("endless"),
                                    wrong<deadly_outside>("deadly"), wrong<no_one_outside>("no_one")};
  CHECK(names(known, with<thrice_inside, no_one_outside>).at("outer") == "thrice and no_one");
}

TEST_CASE("which two mistakes are told does not depend on the order of the parts") {
  const Names found = names({thrice, wrong<five_one_way>("five"), wrong<seven_the_other_way>("seven")},
                            with<thrice_inside, five_and_seven>);
  CHECK(found == Names{{"inner", "thrice"}, {"outer", "thrice and seven"}, {"other way", "thrice and five"}});
}

TEST_CASE("what runs apart gives the same, and nothing if it does not come out") {
  const auto run = [](Describe describe) {
    const Part part = described(describe).part("outer");
    return run_apart(part, draw_cases(part, 1));
  };
  const Part part = described(with<no_one_outside>).part("outer");
  const auto outcomes = run(with<no_one_outside>);
  REQUIRE(outcomes);
  CHECK(passes(part, run_cases(part, draw_cases(part, 1)), *outcomes));
  CHECK_FALSE(run(with<thrice_inside, deadly_outside>));
}

TEST_CASE("a mistake in what tells a loop to end meets each in the loop, and all come to an end") {
  const Entry& entry = find_entry("dilated_convolution");
  const auto known = [&](const std::string& id) {
    return *std::find_if(entry.wrong.begin(), entry.wrong.end(),
                         [&](const WrongOne& one) { return one.mistake.id == id; });
  };
  const Exercise answer = described(entry, known("widest_layer_only"), known("one_by_one"));
  const Expected expected = expect(entry, 1);
  const Named named = name_mistakes(entry, expected, run_survivable(answer, expected.cases));
  std::string names;
  for (const heed::Mistake& mistake : named.at("dilations")) names += mistake.id + " ";
  CHECK(names == "widest_layer_only one_by_one ");
  CHECK(run_apart(described(entry, known("widest_layer_only"), known("ones_only")).part("dilations"),
                  expected.cases.at("dilations")));
}

}  // namespace meeting
