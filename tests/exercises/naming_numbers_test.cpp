// Some numbers say little about the mistake: few that differ, zeros, NaN and infinities, and what throws.
#include <cmath>

#include "tests/catch.hpp"
#include "tests/exercises/named.hpp"

using namespace heed::grading;

namespace naming_numbers {
namespace {

using named::Function;
using named::name_in;

double twice(double x) { return 2 * x; }
double thrice(double x) { return 3 * x; }

template <Function f, Function g>
void describe(Exercise& e) {
  named::add_line<f>(e, "f");
  named::add_line<g>(e, "g");
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
  return name_in("f", named::of(line, describe_two_numbers<first, second>));
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
  const Entry costs{
      "e", "c", describe_with_cost<twice, 1>, {{{"thrice", ""}, describe_with_cost<thrice, 1>}}};
  CHECK(name_in("value", named::of(costs, describe_with_cost<thrice, 100>)) == "thrice");
}

double quotient(double x) { return x < 1.5 ? 3 * x : 0 / (x - x); }
double quotient_of_another_form(double x) { return x < 1.5 ? 3 * x * (1 + 1e-8) : 7; }

template <Function f>
std::string name_of_one() {
  const Entry one{"one", "c", describe<twice, twice>, {{{"quotient", ""}, describe<quotient, quotient>}}};
  return name_in("f", named::of(one, describe<f, f>));
}

TEST_CASE("where a known mistake has no number, the answer's may be any wrong one") {
  CHECK(name_of_one<quotient>() == "quotient");
  CHECK(name_of_one<quotient_of_another_form>() == "quotient");
}

/// f on six numbers.
template <Function f>
void describe_lists(Exercise& e) {
  e.part(
      "list", {},
      [](Case& c) {
        Tensor y = c.tensor("x");
        for (int i = 0; i < y.size(); ++i) y.flat(i) = f(y.flat(i));
        c.give("y", y);
      },
      [](Cases& all, Draw& draw) {
        for (int i = 1; i <= 6; ++i) all.add("case").tensor("x", draw.uniform({6}, i, i + 0.9));
      });
}

double thrice_or_nan(double x) { return std::fmod(x, 1) < 0.3 ? std::nan("") : 3 * x; }
double thrice_or_zero(double x) { return std::fmod(x, 1) < 0.3 ? 0 : 3 * x; }
double square_or_zero(double x) { return std::fmod(x, 1) < 0.3 ? 0 : x * x; }

TEST_CASE("a mistake is named that another way of writing guards against NaN") {
  const Entry lists{"e", "c", describe_lists<twice>, {{{"thrice", ""}, describe_lists<thrice_or_nan>}}};
  const auto name_of = [&](named::Describe answer) { return name_in("list", named::of(lists, answer)); };
  CHECK(name_of(describe_lists<thrice_or_zero>) == "thrice");
  CHECK(name_of(describe_lists<thrice>) == "thrice");
  CHECK(name_of(describe_lists<square_or_zero>).empty());
  CHECK(name_of(describe_lists<twice>).empty());
}

}  // namespace
}  // namespace naming_numbers
