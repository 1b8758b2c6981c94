// How far two implementations agree on a part.
#pragma once

#include <vector>

#include "exercises/grading/exercise.hpp"
#include "exercises/grading/process/compare.hpp"

namespace heed::grading {

/// What a known mistake gives on the cases of a part, beside what an answer gives.
struct Likeness {
  /// They cannot be told apart. Two exceptions count as the same: whatever they say if some case came out
  /// wrong, and in the same words if none did.
  bool same = true;
  /// The same, but for rounding, and where the known mistake's numbers are NaN or infinite and the answer's
  /// wrong as well.
  bool fits = true;
  /// In some case both came out with results of the same shapes, and numbers that both have differ. Where one
  /// of them throws, has other shapes or is NaN or infinite, the same mistake may have been written in
  /// another way.
  bool contradicts = false;
  /// Somewhere the known mistake is NaN or infinite and the answer right, and not 0 as a guard would make it.
  bool right_where_not_finite = false;
  int alike = 0;  // cases in which they cannot be told apart
  /// Wrong numbers that both have, but for those that anything may end in: 0, NaN and the infinities.
  int telling = 0, fitting = 0;  // of the same cases, and of those that fit
  /// Cases with such numbers, and cases whose wrong numbers the known mistake has not.
  int explained = 0, unexplained = 0;
  /// Wrong cases with results of the same shapes, in which all numbers of those that are wrong are the known
  /// mistake's, whatever they cost, and in which they differ by more than rounding.
  int like = 0, unlike = 0;
  /// Cases in which the answer is right, and the known mistake gives numbers that are not.
  int spoilt = 0;
};

Likeness likeness(const Part& part, const std::vector<CaseOutcome>& known,
                  const std::vector<CaseOutcome>& got, const std::vector<CaseOutcome>& right);

/// Wrong numbers that both have in a case, but for those that anything may end in: 0, NaN and the infinities.
int telling_numbers(const CaseOutcome& known, const CaseOutcome& got, const CaseOutcome& right,
                    Tolerance tolerance);

inline Tolerance tolerance_of(const Part& part) { return {part.options.rtol, part.options.atol}; }

}  // namespace heed::grading
