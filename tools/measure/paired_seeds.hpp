// How sure one can be of a difference in BLEU between models of which each was trained a few times, or once.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "lib/score/metric.hpp"
#include "lib/score/significance.hpp"

namespace heed {

/// BLEU of counts of sentences.
double bleu_of(const SegmentStatistics& sentences);

/// BLEU's counts of each test sentence for two models of the same seed.
using SeedPair = std::pair<const SegmentStatistics*, const SegmentStatistics*>;

/// D, the mean over n seeds of BLEU(second) − BLEU(first), beside the differences that chance alone makes:
///
///     noise_r = (d_r − mean of all d) + s/√n · t_r
///
/// d_r is D on test sentences drawn with replacement, the same for all models: the luck of the test set
/// (Koehn 2004). s is the standard deviation (n − 1) of the differences of single seeds and t_r a draw of
/// Student's t with n − 1 degrees of freedom, Z / √(χ²(n−1) / (n−1)): the luck of the initial weights, of
/// which there are too few draws to resample them.
struct SeedComparison {
  double difference = 0;
  std::vector<double> noise{};  // |noise_r| in order; none of one pair, which does not show how seeds differ

  /// How often chance makes a difference at least as large: (1 + #{r : |noise_r| ≥ |D|}) / (1 + resamples).
  std::optional<double> p_value() const;
  /// D, and the |noise_r| that chance exceeds with probability `alpha`.
  MeanInterval interval(double alpha = 0.05) const;
};
/// Takes one pair or more. Throws Error if a model was judged on other sentences than the rest.
SeedComparison compare_seeds(const std::vector<SeedPair>& pairs, std::size_t resamples = 2000);

/// BLEU(second) − BLEU(first) of two models, and how much of it is the luck of the test sentences:
///
///     half_width: half of what the middle 95 % of all d_r spread over
///     p_loss = (1 + #{r : d_r ≤ −1}) / (1 + resamples)
///
/// with d_r as above; a small p_loss says that less than a point is lost. The luck of a training is not in
/// it: it says what is true of these two models alone.
struct BleuDifference {
  double difference = 0, half_width = 0, p_loss = 1;
};
BleuDifference paired_sentences(const SegmentStatistics& first, const SegmentStatistics& second);

}  // namespace heed
