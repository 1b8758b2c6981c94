// In which numbers two implementations are wrong, whatever comes of it there.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "exercises/grading/exercise.hpp"
#include "exercises/grading/process/compare.hpp"

namespace heed::grading {

/// Of a known mistake and an answer, in some cases: each counts as 1, shared out among its numbers. What
/// rounding makes of a number is the same, or a small number that is added to a sum.
class Fingerprint {
 public:
  explicit Fingerprint(Tolerance tolerance) : exact_(tolerance), rounded_(rounded(tolerance)) {}

  /// Adds cases, and what is right in them, what the mistake gives, and what the answer.
  void add(const std::vector<Inputs>& cases, const std::vector<CaseOutcome>& right,
           const std::vector<CaseOutcome>& known, const std::vector<CaseOutcome>& got);

  /// Of the numbers that are wrong in one of the two: which share is in both.
  double likeness() const;
  /// Whether a number of some case speaks against it: a wrong one that the mistake has is the answer's; where
  /// the mistake has none the answer may have any, but of small inputs only 0; with these it is right where
  /// the mistake is, and with others it overflows nowhere else, unless it computes in float.
  bool contradicted() const;
  /// Whether no number of small inputs speaks against it, and few others.
  bool is_near() const;
  /// Whether the answer may be this mistake with another guard, or with another way of overflowing: it is
  /// wrong where that is, but for a few numbers, and in each result that is wrong there are right numbers
  /// other than 0, or most are the mistake's; or nearly all are.
  bool may_be_guarded() const;

 private:
  struct Result {
    double both_right = 0, both_wrong = 0, alike = 0;
  };
  struct Seen {  // in one case
    bool known_is_wrong = false, answer_is_wrong = false, contradicted = false, contradicted_if_tame = false,
         overflows_elsewhere = false;
  };
  void add_result(const Output& right, const Tensor& known, const Tensor& got, double share, bool follows,
                  Seen& seen);
  int contradictions() const;

  Tolerance exact_, rounded_;
  std::map<std::string, Result> results_{};
  double both_wrong_ = 0, alike_ = 0, only_known_ = 0, only_answer_ = 0;
  int cases_ = 0, wrong_cases_ = 0, wrong_in_both_ = 0;
  int contradictions_ = 0, tame_contradictions_ = 0, overflows_elsewhere_ = 0;
  bool rounds_ = false;  // the answer, to float
};

}  // namespace heed::grading
