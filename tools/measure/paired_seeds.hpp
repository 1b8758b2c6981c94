// How sure one can be of a difference in BLEU between models of which each was trained a few times, or once.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "lib/score/metric.hpp"
#include "lib/score/significance.hpp"

namespace heed {

/// BLEU's counts of each test sentence for two models of the same seed; both outlive the call.
using SeedPair = std::pair<const SegmentStatistics*, const SegmentStatistics*>;

/// Two-sided p-value of D, the mean over n seeds of BLEU(second) − BLEU(first): how often chance alone makes
/// a difference at least as large,
///
///     p = (1 + #{r : |noise_r| ≥ |D|}) / (1 + resamples)
///     noise_r = (d_r − mean of all d) + s/√n · t_r
///
/// d_r is D on test sentences drawn with replacement, the same for all models: the luck of the test set
/// (Koehn 2004). s is the standard deviation (n − 1) of the differences of single seeds and t_r a draw of
/// Student's t with n − 1 degrees of freedom, Z / √(χ²(n−1) / (n−1)): the luck of the initial weights, of
/// which there are too few draws to resample them. Nothing with fewer than two pairs: one seed does not show
/// how much seeds differ. Throws Error if a model was judged on other sentences than the rest, UsageError
/// if resamples is 0.
std::optional<double> paired_seeds_p_value(const std::vector<SeedPair>& pairs,
                                           ResampleOptions options = {.resamples = 2000});

/// D, and half of its interval by the same noise: the |noise_r| that chance exceeds with probability `alpha`,
/// the smallest |D| that would be beyond the noise. No half-width with fewer than two pairs. Throws as
/// paired_seeds_p_value(), Error if there is no pair.
MeanInterval paired_seeds_interval(const std::vector<SeedPair>& pairs, double alpha = 0.05,
                                   ResampleOptions options = {.resamples = 2000});

/// BLEU(second) − BLEU(first) of two models, and how much of it is the luck of the test sentences (Koehn
/// 2004):
///
///     half_width: half of what the middle 95 % of all d_r spread over
///     p_loss = (1 + #{r : d_r ≤ −loss}) / (1 + resamples)
///
/// with d_r as above; a small p_loss says that less than `loss` points are lost (by the share itself, as few
/// bad sentences make the d_r lopsided, and a shift would then promise too much). The luck of a training is
/// not in it: it says what is true of these two models alone.
struct BleuDifference {
  double difference = 0, half_width = 0, p_loss = 1;
};
/// Throws Error if they were judged on other numbers of sentences, UsageError if resamples is 0.
BleuDifference paired_sentences(const SegmentStatistics& first, const SegmentStatistics& second,
                                ResampleOptions options = {.resamples = 2000}, double loss = 1);

}  // namespace heed
