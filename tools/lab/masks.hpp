// C10 as it comes out of two trainings.
#pragma once

#include "lib/score/significance.hpp"
#include "tools/compare/paired_seeds.hpp"
#include "tools/lab/claim.hpp"

namespace heed {

/// BLEU without the mask less that with it, of the translations with and without it by each seed: one seed by
/// its test sentences, several as they differ, too.
BleuDifference bleu_without_mask(const std::vector<SeedPair>& seeds);

/// `loss`: nats a token without the mask less those with it; `bleu`: the same of free-running translations.
/// It holds where the loss is surely lower and more than half of `masked_bleu` surely lost, in part where one
/// of them is so.
LabVerdict verdict_of_cheating(const MeanInterval& loss, const BleuDifference& bleu, double masked_bleu);

/// Whether the loss is lower, and the translations are worse: in part where surely only one of them.
LabAnswer answer_of_cheating(const MeanInterval& loss, const BleuDifference& bleu);

}  // namespace heed
