// What documents say of paths between tokens and of state spaces, put to what was measured.
#pragma once

#include "tools/compare/claim_verdict.hpp"
#include "tools/recall/measure.hpp"

namespace heed {

/// A net whose path is long, in steps half of the distance or more (path_steps()), is compared with one of a
/// shorter path by what both showed at the same distance with the same seeds; Comparisons
/// (tools/recall/ahead.hpp) says when a difference counts. It holds where each such pair speaks for the
/// shorter path, in part where some do.
struct RecallJudgement {
  /// C8: the steps of paths grow as documents say (path_growth()); of at least three distances.
  JudgedClaim path;
  /// Beside C8, which does not say it: from the shortest to the longest distance, the gradient at the first
  /// token shrinks less.
  JudgedClaim gradient;
  /// C8: at the longest distance, more answers are right, by five points or more. What a net or a seed that
  /// did not learn the shortest distance answers counts as it is; of a task that none has learned over the
  /// shortest distance nothing is said.
  JudgedClaim learning;
  /// C18: a state space's time grows with the length to a power of at most 1 + slope_tolerance, and
  /// attention's, the control, to a larger one. Takes sequences of which the longest is at least 32 times the
  /// shortest: over less, attention's own power is near 1.
  JudgedClaim linear;
};

RecallJudgement judge_recall(const RecallPlan& plan, const std::vector<RecallCell>& cells);

}  // namespace heed
