// The watch mode: shows the current exercise and its verdict, and checks it again at every save.
#pragma once

#include "tools/learn/learner.hpp"

namespace heed {

/// Runs at a terminal until q or a signal that CatchInterrupts catches, of which the caller has one; returns
/// the exit status. The page is redrawn where there is news, and keys are single.
int watch(Learner& learner, const GradeOptions& options);

}  // namespace heed
