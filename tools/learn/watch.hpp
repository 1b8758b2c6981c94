// The watch mode: shows the current exercise and its verdict, and checks it again at every save.
#pragma once

#include <functional>

#include "tools/learn/learner.hpp"

namespace heed {

/// Runs at a terminal until q or a signal that CatchInterrupts catches, of which the caller has one; returns
/// the exit status. The page is redrawn where there is news, and keys are single. `review` asks the old
/// questions of quizzes, and reads lines.
int watch(Learner& learner, const GradeOptions& options, const std::function<void()>& review);

}  // namespace heed
