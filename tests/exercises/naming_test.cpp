// Naming on a made-up exercise: f(x) = 2x in one part, g(x) = f(x) + 1 in another.
#include "exercises/grading/naming.hpp"
#include "tests/catch.hpp"

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

/// One part with two results, and a third that needs both functions.
template <Function f, Function g>
void describe_both(Exercise& e) {
  e.part(
      "both", {},
      [](Case& c) {
        const double x = c.number("x");
        c.give("f", std::vector<double>{f(x), f(x + 1), f(x + 2)});
        c.give("g", std::vector<double>{g(x), g(x + 1), g(x + 2)});
        c.give("sum", f(x) + g(x));
      },
      [](Cases& all, Draw& draw) {
        for (int i = 0; i < 3; ++i) all.add("case").number("x", draw.uniform({}, 1, 2).flat(0));
      });
}

const Entry both{"both",
                 "c",
                 describe_both<twice, twice>,
                 {{{"f_thrice", ""}, describe_both<thrice, twice>},
                  {{"f_squared", ""}, describe_both<square, twice>},
                  {{"g_thrice", ""}, describe_both<twice, thrice>},
                  {{"g_squared", ""}, describe_both<twice, square>}}};

template <Function f, Function g>
std::string names_of_both() {
  const Expected expected = expect(both, 1);
  std::string text;
  for (const auto& [part, mistakes] :
       name_mistakes(both, expected, run_survivable(described(describe_both<f, g>), expected.cases))) {
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
