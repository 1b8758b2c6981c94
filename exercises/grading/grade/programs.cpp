#include "exercises/grading/grade/programs.hpp"

#include <algorithm>

namespace heed::grading {

AnswerRun run_on_cases(const std::filesystem::path& program, const Part& part,
                       const std::vector<Inputs>& cases, RunOptions options) {
  AnswerRun run = run_answer(program, {part.name, cases}, options);
  run.cases.resize(std::min(run.cases.size(), cases.size()));
  for (std::size_t i = 0; i < run.cases.size(); ++i)
    run.cases[i] = judged_outcome(part, cases[i], std::move(run.cases[i]));
  return run;
}

AnswerRun TimeForQuestions::spend(const std::function<AnswerRun(double seconds)>& run) {
  constexpr double longest = 2, of_starting = 0.003;  // what a program takes before it counts
  if (left_ <= 0 || by_the_clock_ <= 0) return {};
  AnswerRun result = run(std::min(longest, left_));
  left_ -= result.processor_seconds + of_starting;
  by_the_clock_ -= result.seconds;
  return result;
}

}  // namespace heed::grading
