// C6 as it comes out of finished trainings.
#pragma once

#include "tools/compare/head_comparison.hpp"
#include "tools/lab/claim.hpp"

namespace heed {

/// What the document says that one head loses, in BLEU.
constexpr double head_claim = 0.9;
/// Models whose validation BLEU rose by more than this in the last epoch, on average, are still learning.
constexpr double still_learning = 2 * head_claim;

/// Of the best number of heads less one head. It holds where the interval leaves out 0 and contains 0.9, in
/// part where it lies above 0 without 0.9, does not hold where it lies below 0.9 (and not above 0), and is
/// noise where it contains both. Without an interval one seed cannot tell.
LabVerdict verdict_of_heads(const MeanInterval& difference);

struct HeadsFound {
  LabTable table{};  // still without a title
  LabVerdict verdict = LabVerdict::not_measured;
  Bilingual measured{};
};

/// Of the runs of one head, which come first, and of others. Intervals hold for all comparisons together
/// (Bonferroni), p is Holm's correction, which for the surest difference is the same. Where the models are
/// still learning, nothing is judged. `where`: "on the embedded grammar".
HeadsFound found_of_heads(const std::vector<HeadRun>& runs, const Bilingual& where);

}  // namespace heed
