// The watch mode: shows the current exercise and its verdict, and checks it again at every save.
#pragma once

#include "tools/learn/learner/learner.hpp"

namespace heed {

struct WatchModeOptions {
  bool poll = false;
  GradeOptions grade = {};
};

/// Runs until q, SIGINT or SIGTERM; returns the exit status. On a terminal the page is redrawn and keys are
/// single; elsewhere each verdict is printed once, keys are read between checks, and the end of the input is
/// q.
int watch(Learner& learner, const WatchModeOptions& options);

}  // namespace heed
