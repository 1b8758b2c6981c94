// Cases that are asked for where those of the exercise do not tell mistakes apart.
#pragma once

#include <vector>

#include "exercises/grading/naming/naming.hpp"

namespace heed::grading {

/// The further cases of one part, and what the answer gives on them.
class FurtherCases {
 public:
  /// Asks the learner's program: variants of the wrong cases (variants_of in probes.hpp).
  FurtherCases(const Part& part, const std::vector<Inputs>& cases, const std::vector<CaseOutcome>& right,
               const std::vector<CaseOutcome>& got, const Ask& ask);

  /// Whether the program came through and gave what this implementation gives; also where there is nothing to
  /// ask, since a case has only ids, sizes and masks, of which no overflow comes. In one wrong case of three
  /// both may be wrong in other numbers: near the smallest exponent each loses digits of its own.
  bool confirm(const Part& known, const Part& reference) const;

  /// Whether it gave what this implementation gives where that has numbers, and something wrong where it has
  /// none; there must be a case with wrong numbers, or right ones and wrong ones.
  bool fit(const Part& known, const Part& reference) const;

 private:
  std::vector<Inputs> inputs_{};
  std::vector<CaseOutcome> got_{};
};

}  // namespace heed::grading
