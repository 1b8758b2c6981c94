// Naming two mistakes of one function.
#include "exercises/grading/naming/one_function.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/exercises/named.hpp"

using namespace heed::grading;

namespace {

std::size_t place_of(const Entry& entry, const std::string& id) {
  const auto at = std::find_if(entry.wrong.begin(), entry.wrong.end(),
                               [&](const WrongOne& wrong) { return wrong.mistake.id == id; });
  REQUIRE(at != entry.wrong.end());
  return static_cast<std::size_t>(at - entry.wrong.begin());
}

using named::Names;

Names names_of_both(const std::string& exercise, const std::string& one, const std::string& other) {
  const Entry& entry = find_entry(exercise);
  const Expected expected = expect(entry, 1, 2);
  Outcomes got;
  {
    const BothTurnedOn both(entry, place_of(entry, one), place_of(entry, other));
    got = run_survivable(both.exercise(), expected.cases);
  }
  return named::names(name_mistakes(entry, expected, got));
}

}  // namespace

TEST_CASE("two mistakes in one function are named, where no other part names one of them") {
  const std::string adam = "gradient_not_squared and uphill";
  CHECK(names_of_both("adam_step", "gradient_not_squared", "uphill") ==
        Names{{"first_step", adam}, {"several_steps", adam}, {"training_loop", adam}});
  CHECK(names_of_both("cross_entropy", "sign", "ignores_upstream").at("gradient") ==
        "sign and ignores_upstream");
  for (const auto& [part, name] : names_of_both("greedy_decoding", "last_of_equals", "eos_kept")) {
    CAPTURE(part);
    CHECK(name == "last_of_equals and eos_kept");
  }
  CHECK(names_of_both("jacobian_norm", "no_diagonal", "not_rooted").at("norm") ==
        "no_diagonal and not_rooted");
  CHECK(names_of_both("multi_head_attention", "mask_on_queries", "scale_missing").at("padding") ==
        "scale_missing and mask_on_queries");
}

TEST_CASE("two mistakes of one function that give what a single one gives are not named both") {
  CHECK(names_of_both("greedy_decoding", "eos_kept", "bos_kept").at("batch") == "both_ends_kept");
}

TEST_CASE("of whole numbers two mistakes are not told where one alone explains all but two cases") {
  // so it is also where the score is asked with the heads that are left in the place of those that are silent
  CHECK(names_of_both("ablate_head", "later_of_equals", "reversed").empty());
}

TEST_CASE(
    "two mistakes that explain only places of their own, and together give something else, are not named") {
  const Entry& entry = find_entry("causal_mask");
  const Expected expected = expect(entry, 1, 2);
  Outcomes got = expected.outcomes;
  // j <= i + queries - 1: all is visible with many queries, and with one no offset is there
  std::vector<CaseOutcome>& outcomes = got.at("mask_of_last");
  for (CaseOutcome& outcome : outcomes) {
    Tensor& mask = outcome.outputs.front().value;
    const int queries = mask.dim(0), keys = mask.dim(1);
    for (int i = 0; i < queries; ++i)
      for (int j = 0; j < keys; ++j) mask(i, j) = j <= i + queries - 1 ? 1 : 0;
  }
  CHECK(name_mistakes(entry, expected, got).empty());
}
