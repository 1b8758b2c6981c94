// How long an answer may be asked for more than the exercise's own cases.
#include "exercises/grading/grade/programs.hpp"

#include "tests/catch.hpp"

using namespace heed::grading;

namespace {

std::size_t questions(const AnswerRun& each) {
  TimeForQuestions time;
  std::size_t asked = 0;
  for (int i = 0; i < 50; ++i)
    time.spend([&](double seconds) {
      CHECK(seconds <= 2);
      ++asked;
      return each;
    });
  return asked;
}

}  // namespace

TEST_CASE(
    "what is asked beyond the cases gets seconds of a processor, and more by the clock of a busy machine") {
  CHECK(questions({.seconds = 1.5, .processor_seconds = 1.4}) == 3);
  CHECK(questions({.seconds = 1.5, .processor_seconds = 0.1}) == 14);
  CHECK(questions({.seconds = 0.01, .processor_seconds = 0.01}) == 50);
}
