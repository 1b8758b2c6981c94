// Which small changes of a right answer no case tells.
#include "exercises/grading/self_test/self_test.hpp"
#include "tests/exercises/tricks.hpp"

TEST_CASE("only edits that change no result pass") {
  const std::string text =
      tricks::replaced(tricks::solution("residual_and_norm"), "return", "int nobody_asks = 5; return");
  const Mutants mutants = mutants_that_pass(tricks::toolchain(), find_entry("residual_and_norm"), text);
  CHECK(mutants.tried > 20);
  REQUIRE_FALSE(mutants.passed.empty());
  CHECK_THROWS_WITH(mutants_that_pass(tricks::toolchain(), find_entry("residual_and_norm"), "int x;"),
                    Contains("no program"));
  for (const Edit& one : mutants.passed) CHECK_THAT(one.around + one.piece, Contains("5"));
}
