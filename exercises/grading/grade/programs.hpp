// The program that is made of an answer, run on cases.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "exercises/grading/process/run_answer.hpp"
#include "exercises/grading/verdict.hpp"

namespace heed::grading {

/// Returns the program's results of these cases of a part, judged where the part says so
/// (Part::judged).
AnswerRun run_on_cases(const std::filesystem::path& program, const Part& part,
                       const std::vector<Inputs>& cases, RunOptions options);

/// So many seconds of a processor for all that is asked beyond the exercise's own cases, and more of them by
/// the clock, as a busy machine is to say the same: after that what is known decides.
class TimeForQuestions {
 public:
  /// Calls `run` with the seconds of a processor that it may take, at most 2, and counts what it took. Not
  /// where there are none left.
  AnswerRun spend(const std::function<AnswerRun(double seconds)>& run);

 private:
  double left_ = 3, by_the_clock_ = 20;
};

}  // namespace heed::grading
