// The verdicts of the exact claims, of numbers that nobody measured.
#include "tests/catch.hpp"
#include "tools/lab/exact.hpp"

using namespace heed;
using enum ClaimVerdict;

TEST_CASE("a printed figure is right where the true one rounds to it") {
  CHECK(rounds_to(0.40436, "0.4044"));
  CHECK_FALSE(rounds_to(0.40426, "0.4044"));
  CHECK(rounds_to(0.124, "0.12"));
  CHECK_FALSE(rounds_to(0.126, "0.12"));
  CHECK(rounds_to(7.4, "7"));
  CHECK_FALSE(rounds_to(7.6, "7"));
}

TEST_CASE("exact claims hold, or do not, by how far the numbers are off") {
  CHECK(verdict_of_variances(3.9) == holds);
  CHECK(verdict_of_variances(4.1) == does_not_hold);

  CHECK(verdict_of_score_memory(0.04) == holds);
  CHECK(verdict_of_score_memory(0.06) == does_not_hold);

  CHECK(verdict_of_linearity(1e-6, 0, 0.2) == holds);
  CHECK(verdict_of_linearity(0.1, 0, 0.2) == does_not_hold);
  CHECK(verdict_of_linearity(1e-6, 0.1, 0.2) == does_not_hold);
  CHECK(verdict_of_linearity(1e-6, 0, 0) == does_not_hold);  // nor does attention

  CHECK(verdict_of_padding(true, 4) == holds);
  CHECK(verdict_of_padding(false, 4) == does_not_hold);
  CHECK(verdict_of_padding(true, 0) == does_not_hold);

  CHECK(verdict_of_order(1e-6, 2) == holds);
  CHECK(verdict_of_order(0.1, 2) == does_not_hold);
  CHECK(verdict_of_order(1e-6, 1e-6) == does_not_hold);

  CHECK(verdict_of_examples({{"a", "0.41", 0.4121}}, 0) == holds);
  CHECK(verdict_of_examples({{"a", "0.41", 0.4121}, {"b", "0.3403", 0.3413}}, 0) == does_not_hold);
  CHECK(verdict_of_examples({{"a", "0.41", 0.4121}}, 0.01) == does_not_hold);

  CHECK(verdict_of_bilinear_form(1e-7) == holds);
  CHECK(verdict_of_bilinear_form(1e-4) == does_not_hold);
}

TEST_CASE("softmax is judged by what saturates, what does not once scaled, and what is printed, apart") {
  const SoftmaxExample large{.shares = {0.999, 0.001}, .printed = {"1.00", "0.00"}},
      soft{.shares = {0.6, 0.4}, .printed = {"0.60", "0.40"}, .scaled = true}, flat{.shares = {0.9, 0.1}},
      sharp{.shares = {0.998, 0.002}, .scaled = true},
      wrong{.shares = {0.6, 0.4}, .printed = {"0.85", "0.15"}, .scaled = true};
  const auto check = [](const std::vector<SoftmaxExample>& examples, ClaimVerdict saturation,
                        ClaimVerdict softness, ClaimVerdict figures) {
    const SoftmaxVerdicts v = verdicts_of_softmax(examples);
    CHECK(v.saturation == saturation);
    CHECK(v.soft == softness);
    CHECK(v.figures == figures);
  };
  check({large, soft}, holds, holds, holds);
  check({large, flat, soft}, does_not_hold, holds, holds);
  check({large, sharp}, holds, does_not_hold, holds);
  check({large, wrong}, holds, holds, does_not_hold);
}
