// Cases that are asked for where those of the exercise do not tell mistakes apart.
#pragma once

#include <vector>

#include "exercises/grading/naming/naming.hpp"

namespace heed::grading {

/// What an answer may give where a known mistake gives NaN or infinities: the same, or anything wrong.
enum class Guards : unsigned char { none, any };

/// The further cases of one part, what is right there, and what the answer gives.
class FurtherCases {
 public:
  /// Asks the learner's program: variants of cases in which it is wrong, and of others in which it is right
  /// (variants_of in probes.hpp).
  FurtherCases(const Part& reference, const std::vector<Inputs>& cases, const std::vector<CaseOutcome>& right,
               const std::vector<CaseOutcome>& got, const Ask& ask);
  /// Where the program has no guards: asks the one that has them for the same cases.
  void ask_with_guards(const Part& reference, const Ask& ask);

  /// Whether there was something to ask.
  bool any() const { return !inputs_.empty(); }

  /// Whether the program came through and gave what this implementation gives; also where there is nothing to
  /// ask, since a case has only ids, sizes and masks, of which no overflow comes. In one wrong case of three
  /// both may be wrong in other numbers: near the smallest exponent each loses digits of its own. With
  /// `Guards::any`, where the implementation gives NaN or infinities any wrong number will do, as a guard
  /// makes of them, if in three cases in which something is computed both are right.
  bool confirm(const Part& known, Guards guards) const;

 private:
  std::vector<Inputs> inputs_{};
  std::vector<CaseOutcome> right_{}, got_{}, guarded_{};
};

}  // namespace heed::grading
