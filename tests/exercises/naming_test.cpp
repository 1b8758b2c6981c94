// Naming on a made-up exercise: f(x) = 2x in one part, g(x) = f(x) + 1 in another.
#include "exercises/grading/naming/naming.hpp"

#include <cmath>

#include "tests/catch.hpp"
#include "tests/exercises/far_numbers.hpp"

using namespace heed::grading;

namespace {

using Function = double (*)(double);

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
                  {{{"squared", "M01"}, describe<square, twice_and_one>},
                   {{"thrice", "M06"}, describe<thrice, thrice_and_one>},
                   {{"thrice_here", "M06"}, describe<thrice, twice_and_one>},
                   {{"no_one", ""}, describe<twice, twice>},
                   {{"square_and_no_one", ""}, describe<square, twice>},
                   {{"throws", ""}, describe<throws, twice_and_one>},
                   {{"sometimes", ""}, describe<throws_sometimes<'a'>, twice_and_one>}}};

template <Function f, Function g>
std::map<std::string, std::string> names(std::uint64_t seed = 1) {
  const Expected expected = expect(entry, seed);
  std::map<std::string, std::string> result;
  for (const auto& [part, mistakes] :
       name_mistakes(entry, expected, run_survivable(described(describe<f, g>), expected.cases)))
    result[part] = mistakes.front().id + (mistakes.size() > 1 ? " and " + mistakes.back().id : "");
  return result;
}

using Names = std::map<std::string, std::string>;

}  // namespace

TEST_CASE("a right answer is accused of nothing") { CHECK(names<twice, twice_and_one>().empty()); }

TEST_CASE("a known mistake is named where it shows, whatever the seed") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CHECK(names<thrice, thrice_and_one>(seed) == Names{{"f", "thrice"}, {"g", "thrice"}});
    CHECK(names<twice, twice>(seed) == Names{{"g", "no_one"}});
  }
}

TEST_CASE("what is like no known mistake is not named") {
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

template <Function f, Function g>
void describe_on_a_line(Exercise& e) {
  const auto cases = [](Cases& all, Draw&) {
    for (int i = 0; i < 8; ++i) all.add(std::to_string(i)).number("x", 1 + 0.13 * i);
  };
  e.part(
      "f", {}, [](Case& c) { c.give("y", f(c.number("x"))); }, cases);
  e.part(
      "g", {}, [](Case& c) { c.give("y", g(c.number("x"))); }, cases);
}

template <Function f, Function g>
std::string name_on_a_line() {
  const Entry line{"line",
                   "c",
                   describe_on_a_line<twice, twice_and_one>,
                   {{{"thrice", ""}, describe_on_a_line<thrice, thrice_and_one>}}};
  const Expected expected = expect(line, 1);
  const Named named =
      name_mistakes(line, expected, run_survivable(described(describe_on_a_line<f, g>), expected.cases));
  return named.contains("f") ? named.at("f").front().id : "";
}

double mostly_thrice_and_one(double x) { return x < 1.6 ? 3 * x + 1 : 7; }
double rarely_thrice_and_one(double x) { return x < 1.2 ? 3 * x + 1 : 7; }
double mostly_and_rounded(double x) { return mostly_thrice_and_one(x) * (1 + 1e-8); }

TEST_CASE("other numbers in a few of another part's wrong cases contradict nothing, nor does rounding") {
  CHECK(name_on_a_line<thrice, mostly_thrice_and_one>() == "thrice");
  CHECK(name_on_a_line<thrice, rarely_thrice_and_one>().empty());
  CHECK(name_on_a_line<thrice, mostly_and_rounded>() == "thrice");
}

/// (first · x, second · x) on 8 cases; NaN stands for a number that the mistake divides by 0.
template <int first, int second>
void describe_two_numbers(Exercise& e) {
  e.part(
      "f", {},
      [](Case& c) {
        const double x = c.number("x");
        c.give("y", Tensor::of({2}, {first * x, second == 0 ? std::nan("") : second * x}));
      },
      [](Cases& all, Draw&) {
        for (int i = 0; i < 8; ++i) all.add(std::to_string(i)).number("x", 1 + 0.13 * i);
      });
}

template <int first, int second>
std::string name_of_two_numbers() {
  const Entry line{
      "line", "c", describe_two_numbers<2, 3>, {{{"divided_by_nothing", ""}, describe_two_numbers<5, 0>}}};
  const Expected expected = expect(line, 1);
  const Named named = name_mistakes(
      line, expected, run_survivable(described(describe_two_numbers<first, second>), expected.cases));
  return named.contains("f") ? named.at("f").front().id : "";
}

TEST_CASE("a mistake that ends in NaN is named where an answer is wrong there, and not where it is right") {
  CHECK(name_of_two_numbers<5, 0>() == "divided_by_nothing");
  CHECK(name_of_two_numbers<5, 7>() == "divided_by_nothing");
  CHECK(name_of_two_numbers<5, 3>().empty());
}

template <Function f, int cost>
void describe_with_cost(Exercise& e) {
  const auto cases = [](Cases& all, Draw&) {
    for (int i = 0; i < 5; ++i) all.add(std::to_string(i)).number("x", 1 + 0.13 * i);
  };
  e.part(
      "value", {}, [](Case& c) { c.give("y", f(c.number("x"))); }, cases);
  e.part(
      "cost", {},
      [](Case& c) {
        c.give("y", f(c.number("x")));
        c.measure("steps", cost, {.at_most = 10});
      },
      cases);
}

TEST_CASE("a part in which only the costs differ does not contradict a mistake") {
  const Entry entry{
      "e", "c", describe_with_cost<twice, 1>, {{{"thrice", ""}, describe_with_cost<thrice, 1>}}};
  const Expected expected = expect(entry, 1);
  const Named named = name_mistakes(
      entry, expected, run_survivable(described(describe_with_cost<thrice, 100>), expected.cases));
  REQUIRE(named.contains("value"));
  CHECK(named.at("value").front().id == "thrice");
}

double zero(double) { return 0; }
double nearly_zero(double x) { return x * 1e-17; }
double quotient(double x) { return x < 1.5 ? 3 * x : 0 / (x - x); }
double quotient_of_another_form(double x) { return x < 1.5 ? 3 * x * (1 + 1e-8) : 7; }

template <Function f>
void describe_one(Exercise& e) {
  for (const char* name : {"one", "two"}) {
    e.part(
        name, {}, [](Case& c) { c.give("y", f(c.number("x"))); },
        [](Cases& all, Draw&) {
          for (int i = 0; i < 8; ++i) all.add(std::to_string(i)).number("x", 1 + 0.13 * i);
        });
  }
}

template <Function f>
std::string name_of_one() {
  const Entry one{
      "one",
      "c",
      describe_one<twice>,
      {{{"nearly_zero", ""}, describe_one<nearly_zero>}, {{"quotient", ""}, describe_one<quotient>}}};
  const Expected expected = expect(one, 1);
  const Named named =
      name_mistakes(one, expected, run_survivable(described(describe_one<f>), expected.cases));
  return named.empty() ? "" : named.begin()->second.front().id;
}

TEST_CASE("what gives nothing but 0 wherever it fails is no mistake that only rounding makes 0") {
  CHECK(name_of_one<zero>().empty());
  CHECK(name_of_one<quotient>() == "quotient");
}

TEST_CASE("where a known mistake has no number, the answer's may be any wrong one") {
  CHECK(name_of_one<quotient_of_another_form>() == "quotient");
}

/// One part with two results, and with a third that needs both functions where they meet.
template <Function f, Function g, bool meet = false>
void describe_both(Exercise& e) {
  e.part(
      "both", {},
      [](Case& c) {
        const double x = c.number("x");
        c.give("f", std::vector<double>{f(x), f(x + 1), f(x + 2)});
        c.give("g", std::vector<double>{g(x), g(x + 1), g(x + 2)});
        if (meet) c.give("sum", f(x) + g(x));
      },
      [](Cases& all, Draw& draw) {
        for (int i = 0; i < 3; ++i) all.add("case").number("x", draw.uniform({}, 1, 2).flat(0));
      });
}

template <bool meet>
Entry both() {
  return {"both",
          "c",
          describe_both<twice, twice, meet>,
          {{{"f_thrice", ""}, describe_both<thrice, twice, meet>},
           {{"f_squared", ""}, describe_both<square, twice, meet>},
           {{"g_thrice", ""}, describe_both<twice, thrice, meet>},
           {{"g_squared", ""}, describe_both<twice, square, meet>}}};
}

template <Function f, Function g, bool meet = false>
std::string names_of_both() {
  const Entry entry = both<meet>();
  const Expected expected = expect(entry, 1);
  std::string text;
  for (const auto& [part, mistakes] :
       name_mistakes(entry, expected, run_survivable(described(describe_both<f, g, meet>), expected.cases))) {
    for (const heed::Mistake& mistake : mistakes) text += (text.empty() ? "" : " and ") + mistake.id;
  }
  return text;
}

TEST_CASE("two mistakes at once are named where both fit") {
  CHECK(names_of_both<thrice, square>() == "f_thrice and g_squared");
  CHECK(names_of_both<square, thrice>() == "f_squared and g_thrice");
  CHECK(names_of_both<square, twice>() == "f_squared");
  // what is wrong with g is not known: nothing is said of f either
  CHECK(names_of_both<square, twice_and_one>().empty());
  // where both change a number they would have to be tried together, which this entry cannot
  CHECK(names_of_both<thrice, square, true>().empty());
  CHECK(names_of_both<square, twice, true>() == "f_squared");
}

using far_numbers::describe_far;
using far_numbers::through_exp;

/// Infinite as through_exp is, but from 600 on.
double gives_up_at_600(double x) { return x < 600 ? x : INFINITY; }

TEST_CASE("where every wrong number is infinite, further cases must say the same before a mistake is named") {
  const auto named = [](void (*describe)(Exercise&)) {
    return far_numbers::named(describe, {{{"through_exp", ""}, describe_far<through_exp>}});
  };
  REQUIRE(named(describe_far<through_exp>).size() == 1);
  CHECK(named(describe_far<through_exp>).at("far").front().id == "through_exp");
  CHECK(named(describe_far<gives_up_at_600>).empty());
}

TEST_CASE(
    "several matches: one that another part's numbers contradict is none, one that throws there may be") {
  const Entry two{"e",
                  "c",
                  describe<twice, twice_and_one>,
                  {{{"squared_and_g_throws", ""}, describe<square, throws>},
                   {{"squared_and_g_twice", ""}, describe<square, twice>}}};
  const Expected expected = expect(two, 1);
  const auto name_of = [&](void (*describe)(Exercise&)) {
    const Named named = name_mistakes(two, expected, run_survivable(described(describe), expected.cases));
    return named.contains("f") ? named.at("f").front().id : "";
  };
  CHECK(name_of(describe<square, twice_and_one>) == "squared_and_g_throws");
  CHECK(name_of(describe<square, thrice>) == "squared_and_g_throws");
  CHECK(name_of(describe<square, twice>) == "squared_and_g_twice");
  CHECK(name_of(describe<square, throws>) == "squared_and_g_throws");
}

/// f on six numbers; throws on a case whose first is above the limit.
template <double (*f)(double), int percent>
void describe_lists(Exercise& e) {
  e.part(
      "list", {},
      [](Case& c) {
        Tensor y = c.tensor("x");
        if (y.flat(0) > percent / 100.0) throw std::runtime_error("too large");
        for (int i = 0; i < y.size(); ++i) y.flat(i) = f(y.flat(i));
        c.give("y", y);
      },
      [](Cases& all, Draw& draw) {
        for (int i = 1; i <= 6; ++i) all.add("case").tensor("x", draw.uniform({6}, i, i + 0.9));
      });
}

TEST_CASE("a mistake is named that gives the same numbers wherever both come out") {
  const Entry lists{
      "e",
      "c",
      describe_lists<twice, 900>,
      {{{"thrice", ""}, describe_lists<thrice, 900>}, {{"square", ""}, describe_lists<square, 900>}}};
  const Expected expected = expect(lists, 1);
  const auto name_of = [&](void (*describe)(Exercise&)) {
    const Named named = name_mistakes(lists, expected, run_survivable(described(describe), expected.cases));
    return named.contains("list") ? named.at("list").front().id : "";
  };
  CHECK(name_of(describe_lists<thrice, 500>) == "thrice");  // throws in the last two cases
  CHECK(name_of(describe_lists<thrice, 200>).empty());      // one case tells too little
  CHECK(name_of(describe_lists<twice, 500>).empty());       // only throws
}

double thrice_or_nan(double x) { return std::fmod(x, 1) < 0.3 ? std::nan("") : 3 * x; }
double thrice_or_zero(double x) { return std::fmod(x, 1) < 0.3 ? 0 : 3 * x; }
double square_or_zero(double x) { return std::fmod(x, 1) < 0.3 ? 0 : x * x; }

TEST_CASE("a mistake is named that another way of writing guards against NaN") {
  const Entry lists{
      "e", "c", describe_lists<twice, 900>, {{{"thrice", ""}, describe_lists<thrice_or_nan, 900>}}};
  const Expected expected = expect(lists, 1);
  const auto name_of = [&](void (*describe)(Exercise&)) {
    const Named named = name_mistakes(lists, expected, run_survivable(described(describe), expected.cases));
    return named.contains("list") ? named.at("list").front().id : "";
  };
  CHECK(name_of(describe_lists<thrice_or_zero, 900>) == "thrice");
  CHECK(name_of(describe_lists<thrice, 900>) == "thrice");
  CHECK(name_of(describe_lists<square_or_zero, 900>).empty());
  CHECK(name_of(describe_lists<twice, 900>).empty());
}

TEST_CASE("cases depend on the seed and the part alone") {
  const Part& part = described(describe<twice, twice>).parts().front();
  static_cast<void>(part);
  const auto values = [](std::uint64_t seed, const char* name) {
    return std::get<double>(expect(entry, seed).cases.at(name).front().values.front().value);
  };
  CHECK(values(1, "f") == values(1, "f"));
  CHECK(values(1, "f") != values(2, "f"));
  CHECK(values(1, "f") != values(1, "g"));
}
