// Naming a mistake that is written with another guard: where it overflows or vanishes other numbers come out.
#include <algorithm>
#include <cmath>

#include "tests/catch.hpp"
#include "tests/exercises/far_numbers.hpp"

using namespace heed::grading;

namespace naming_guards {
namespace {

using far_numbers::describe_far;
using far_numbers::itself;
using far_numbers::through_exp;

double thrice(double x) { return 3 * x; }

std::optional<heed::Mistake> named(void (*describe)(Exercise&), const std::vector<WrongOne>& known) {
  const Named found = far_numbers::named(describe, known);
  return found.empty() ? std::nullopt : std::optional(found.begin()->second.front());
}

std::string name_of(void (*describe)(Exercise&), const std::vector<WrongOne>& known) {
  const auto mistake = named(describe, known);
  return mistake ? mistake->id : "";
}

const WrongOne exp_and_log{{"through_exp", ""}, describe_far<through_exp>};
const WrongOne other_form{{"through_exp_again", ""}, describe_far<through_exp>};
const WrongOne three_times{{"thrice", ""}, describe_far<thrice>};

double floor_and_ceiling(double x) { return std::log(std::clamp(std::exp(x), 1e-300, 1e308)); }
double with_a_small_number(double x) { return std::log(std::exp(x) + 1e-12); }
double clamped_before(double x) { return std::log(std::exp(std::min(x, 700.0))); }
double nothing_instead(double x) { return std::isfinite(through_exp(x)) ? x : 0; }
double as_float(double x) { return std::log(std::exp(static_cast<float>(x))); }

double right_far_above(double x) { return x > 0 ? x : through_exp(x); }
double infinite_early(double x) { return std::abs(x) < 300 ? x : INFINITY; }
double never_right(double x) { return std::abs(x) < 700 ? x + 1 : 7; }

double thrice_and_a_small_number(double x) { return 3 * x / (1 + 1e-6); }
double nearly_thrice(double x) { return 3.01 * x; }

}  // namespace

TEST_CASE("a mistake is named whatever guards against its overflow") {
  for (void (*answer)(Exercise&) :
       {describe_far<floor_and_ceiling>, describe_far<with_a_small_number>, describe_far<clamped_before>,
        describe_far<nothing_instead>, describe_far<as_float>})
    CHECK(name_of(answer, {exp_and_log, three_times}) == "through_exp");
}

TEST_CASE(
    "what is only wrong in the same places as a mistake is told so, and what gives its numbers is not") {
  const auto clamped = named(describe_far<clamped_before>, {exp_and_log, three_times});
  REQUIRE(clamped.has_value());
  CHECK(clamped->by_place);
  const auto itself_again = named(describe_far<through_exp>, {exp_and_log, three_times});
  REQUIRE(itself_again.has_value());
  CHECK_FALSE(itself_again->by_place);
}

TEST_CASE("where the answer is wrong elsewhere than a mistake overflows, it is another") {
  CHECK(name_of(describe_far<right_far_above>, {exp_and_log}).empty());
  CHECK(name_of(describe_far<infinite_early>, {exp_and_log}).empty());
  CHECK(name_of(describe_far<never_right>, {exp_and_log}).empty());
}

TEST_CASE("of two mistakes that overflow in the same places none is named, unless they are forms of one") {
  CHECK(name_of(describe_far<floor_and_ceiling>, {exp_and_log, other_form}).empty());
  WrongOne first = exp_and_log, second = other_form;
  first.mistake.code = second.mistake.code = "F01";
  CHECK(name_of(describe_far<floor_and_ceiling>, {first, second}) == "through_exp");
}

TEST_CASE("a small number that is added somewhere hides no mistake") {
  CHECK(name_of(describe_far<thrice_and_a_small_number>, {exp_and_log, three_times}) == "thrice");
  CHECK(name_of(describe_far<nearly_thrice>, {exp_and_log, three_times}).empty());
}

}  // namespace naming_guards
