// A run of an answer is judged here, part by part.
#pragma once

#include "exercises/grading/name/likeness.hpp"
#include "exercises/grading/name/naming.hpp"
#include "exercises/grading/run/run_answer.hpp"
#include "exercises/grading/verdict.hpp"

namespace heed::grading {

/// Status, points, and the first case that is not right.
PartVerdict judge(const Part& part, const Expected& expected, const AnswerRun& run);

}  // namespace heed::grading
