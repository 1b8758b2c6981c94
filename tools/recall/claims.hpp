// What documents say of paths between tokens and of state spaces, put to what was measured.
#pragma once

#include "tools/compare/claim_verdict.hpp"
#include "tools/recall/measure.hpp"

namespace heed {

/// What the documents say: C8 has two parts.
inline const Bilingual c8_path{
    "a path between two tokens takes O(1) steps in attention, O(n) in an RNN, O(log n) in convolutions",
    "두 토큰 사이의 경로는 어텐션에서 O(1), RNN에서 O(n), 합성곱에서 O(log n)걸음"};
inline const Bilingual c8_learning{"short paths learn long dependencies more easily",
                                   "경로가 짧을수록 먼 의존을 쉽게 배운다"};
inline const Bilingual c18_text{"state-space models run in linear time without attention",
                                "상태 공간 모델은 어텐션 없이 선형 시간에 돈다"};

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
