// How far two implementations agree on a part.
#pragma once

#include <vector>

#include "exercises/grading/exercise.hpp"
#include "exercises/grading/run/compare.hpp"

namespace heed::grading {

/// Compares what a known mistake gives on the cases of a part with what an answer gives.
struct Likeness {
  /// They cannot be told apart. Two exceptions count as the same: whatever they say if some case came out
  /// wrong, and in the same words if none did.
  bool same = true;
  /// In some case both came out with results of the same shapes, and numbers that both have differ; or the
  /// known mistake is NaN or infinite and the answer right, and not 0 as a guard would make it.
  bool contradicts = false;
  /// In some wrong case with results of the same shapes, a result that is wrong is not the known mistake's.
  bool unlike = false;
  /// Wrong numbers that both have, but for those that anything may end in: 0, NaN and the infinities.
  int telling = 0;
};

Likeness likeness(const Part& part, const std::vector<CaseOutcome>& known,
                  const std::vector<CaseOutcome>& got, const std::vector<CaseOutcome>& right);

inline Tolerance tolerance_of(const Part& part) { return {part.options.rtol, part.options.atol}; }

}  // namespace heed::grading
