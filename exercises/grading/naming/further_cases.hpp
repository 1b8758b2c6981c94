// Cases that are asked for where those of the exercise do not tell mistakes apart.
#pragma once

#include <vector>

#include "exercises/grading/naming/naming.hpp"

namespace heed::grading {

/// The further cases of one part, what is right there, and what the answer gives.
class FurtherCases {
 public:
  /// Asks the learner's program: variants of cases in which it is wrong, and of others in which it is right
  /// (variants_of in probes.hpp).
  FurtherCases(const Part& reference, const std::vector<Inputs>& cases, const std::vector<CaseOutcome>& right,
               const std::vector<CaseOutcome>& got, const Ask& ask);

  /// Whether the program came through and gave what this implementation gives; also where there is nothing to
  /// ask, since a case has only ids, sizes and masks, of which no overflow comes. In one wrong case of three
  /// both may be wrong in other numbers: near the smallest exponent each loses digits of its own.
  bool confirm(const Part& known) const;

 private:
  std::vector<Inputs> inputs_{};
  std::vector<CaseOutcome> right_{}, got_{};
};

}  // namespace heed::grading
