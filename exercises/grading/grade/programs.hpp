// Running the programs of an answer on cases.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "exercises/grading/process/run_answer.hpp"

namespace heed::grading {

/// What the program gives on these cases of a part, judged where the part says so (Part::judged).
AnswerRun run_on_cases(const std::filesystem::path& program, const Part& part,
                       const std::vector<Inputs>& cases, RunOptions options);

/// So many seconds by the clock for all that is asked beyond the exercise's own cases: after that what is
/// known decides.
class TimeForQuestions {
 public:
  /// Calls `run` with the seconds that it may take, at most 2, and counts what it took. Not where there are
  /// none left.
  AnswerRun spend(const std::function<AnswerRun(double seconds)>& run);

 private:
  double left_ = 4;
};

}  // namespace heed::grading
