// Naming mistakes of an exercise in which one function calls the other.
#include "tests/catch.hpp"
#include "tests/exercises/named.hpp"

namespace naming_calls {

using namespace heed::grading;
using named::Names;

namespace {

double (*inner)(double) = nullptr;
double (*outer)(double x) = nullptr;

void right() {
  inner = [](double x) { return 2 * x; };
  outer = [](double x) { return inner(x) + 1; };
}
void one_more_inside() {
  inner = [](double x) { return 2 * x + 1; };
}
void one_more_outside() {
  outer = [](double x) { return inner(x) + 2; };
}
void no_one_outside() {
  outer = [](double x) { return inner(x); };
}

template <auto... changes>
void with(Exercise& e) {
  const auto cases = [](Cases& all, Draw& draw) {
    for (int i = 0; i < 5; ++i)
      all.add("case " + std::to_string(i)).number("x", draw.uniform({}, 1, 2).flat(0));
  };
  e.part(
      "inner", {}, [](Case& c) { c.give("y", inner(c.number("x"))); }, cases);
  e.part(
      "outer", {}, [](Case& c) { c.give("y", outer(c.number("x"))); }, cases);
  e.before_each([] { right(), (changes(), ...); });
}

template <auto change>
WrongOne wrong(const char* id, const char* function = "outer") {
  return {{id, ""}, with<change>, {function}};
}

Names names(const std::vector<WrongOne>& known, Describe answer) {
  return named::names(named::of({"m", "c", with<>, known}, answer));
}

}  // namespace

TEST_CASE("what the function called inside does wrong is not told of the one that calls it") {
  const WrongOne thrice = wrong<[] { inner = [](double x) { return 3 * x; }; }>("thrice", "inner"),
                 more = wrong<one_more_outside>("one_more");
  CHECK(names({thrice, more}, with<one_more_outside>) == Names{{"outer", "one_more"}});
  // nothing known explains the inner function, and through it the outer one gives the same numbers
  CHECK(names({thrice, more}, with<one_more_inside>).empty());
  // nothing known shows in both: they do not hang together
  CHECK(names({more}, with<one_more_inside>) == Names{{"outer", "one_more"}});
}

TEST_CASE("a mistake of a function whose own part is right is not named where another calls it") {
  const WrongOne more = wrong<one_more_inside>("one_more", "inner");
  const WrongOne other = wrong<no_one_outside>("no_one");
  CHECK(names({more, other}, with<one_more_inside>) == Names{{"inner", "one_more"}, {"outer", "one_more"}});
  CHECK(names({more, other}, with<one_more_outside>).empty());
}

}  // namespace naming_calls
