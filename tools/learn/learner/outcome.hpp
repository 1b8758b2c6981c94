// What came of a check: a verdict, a quiz's result, or the trouble that prevented both.
#pragma once

#include <optional>
#include <string>

#include "exercises/grading/verdict.hpp"
#include "tools/learn/quiz/quiz_answers.hpp"

namespace heed {

struct Outcome {
  Verdict verdict = {};
  std::optional<QuizResult> quiz = {};  // of a quiz; the verdict then says the same in parts
  std::string trouble = "";             // why there is no verdict; not the learner's fault
  bool passed() const { return trouble.empty() && verdict.passed(); }
};

}  // namespace heed
