// Naming a mistake that explains most of a part's wrong cases, but not all.
#include "tests/catch.hpp"
#include "tests/exercises/named.hpp"

using namespace heed::grading;

namespace naming_partly {
namespace {

using named::Function;

/// f on 20 numbers between 0 and 20, drawn anew by each seed, and g on as many.
template <Function f, Function g>
void describe(Exercise& e) {
  const auto cases = [](Cases& all, Draw& draw) {
    for (int i = 0; i < 20; ++i)
      all.add(std::to_string(i)).number("x", i + draw.uniform({}, 0.1, 0.9).flat(0));
  };
  e.part(
      "f", {}, [](Case& c) { c.give("y", f(c.number("x"))); }, cases);
  e.part(
      "g", {}, [](Case& c) { c.give("y", g(c.number("x"))); }, cases);
}

double right(double x) { return 2 * x; }
double wrong(double x) { return 3 * x; }
double mostly_wrong(double x) { return x < 17 ? 3 * x : 7; }
double half_wrong(double x) { return x < 10 ? 3 * x : 7; }
double wrong_but_0(double x) { return x < 3 ? 0 : 3 * x; }
double wrong_but_0_and_7(double x) { return x < 17 ? wrong_but_0(x) : 7; }
double early_return(double x) { return x < 3 ? 2 * x : 3 * x; }
double a_third_otherwise(double x) { return x < 12 ? 3 * x : 4 * x; }

/// "ALIKE of WRONG" of what is named in f: "none", or "all". Of other cases `asked` is asked, if that is one.
std::string told(void (*answer)(Exercise&), std::vector<WrongOne> known, void (*asked)(Exercise&) = nullptr) {
  const Entry entry{"e", "c", describe<right, right>, std::move(known)};
  const Named named = named::of(entry, answer, named::asking(asked == nullptr ? answer : asked));
  if (!named.contains("f")) return "none";
  const heed::Mistake& mistake = named.at("f").front();
  return mistake.wrong == 0 ? "all" : std::to_string(mistake.alike) + " of " + std::to_string(mistake.wrong);
}

const WrongOne thrice{{"thrice", ""}, describe<wrong, right>};

}  // namespace

TEST_CASE("a mistake whose results an answer gives in most wrong cases is named, with how many these are") {
  CHECK(told(describe<wrong, right>, {thrice}) == "all");
  CHECK(told(describe<mostly_wrong, right>, {thrice}) == "17 of 20");
  CHECK(told(describe<half_wrong, right>, {thrice}) == "none");
  // what is 0 in both is alike as well
  const WrongOne with_zeros{{"with_zeros", ""}, describe<wrong_but_0, right>};
  CHECK(told(describe<wrong_but_0_and_7, right>, {with_zeros}) == "17 of 20");
  // where the answer is right and the mistake is not, neither cancels the other
  CHECK(told(describe<early_return, right>, {thrice}) == "17 of 17");
}

TEST_CASE("of two mistakes that explain many of the same wrong cases none is named in part") {
  const WrongOne other{{"other", ""}, describe<a_third_otherwise, right>};
  CHECK(told(describe<mostly_wrong, right>, {thrice, other}) == "none");
  WrongOne form = other;
  form.mistake.code = "M01";
  WrongOne first = thrice;
  first.mistake.code = "M01";
  CHECK(told(describe<mostly_wrong, right>, {first, form}) == "17 of 20");
}

TEST_CASE("a mistake that would show in a part that is right, or leaves one unexplained, explains no cases") {
  const WrongOne in_both{{"in_both", ""}, describe<wrong, wrong>};
  CHECK(told(describe<mostly_wrong, right>, {in_both}) == "none");
  CHECK(told(describe<mostly_wrong, mostly_wrong>, {in_both}) == "17 of 20");
  CHECK(told(describe<mostly_wrong, half_wrong>, {in_both}) == "none");
}

TEST_CASE("what holds in most of these cases has to hold in those of other seeds, too") {
  CHECK(told(describe<mostly_wrong, right>, {thrice}, describe<half_wrong, right>) == "none");
}

}  // namespace naming_partly
