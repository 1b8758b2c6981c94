// How sure one can be of a difference between models of which each was trained a few times, or once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lib/score/metric.hpp"

namespace heed {

/// Mean and 95 % interval of the mean: mean ± t(n-1) s/√n, s² = Σ (x − mean)² / (n − 1). A single value has
/// no interval.
struct MeanInterval {
  double mean = 0;
  std::optional<double> half_width;
};
MeanInterval mean_interval(const std::vector<double>& values);
/// The same, left with probability `alpha`: half of it is the smallest mean whose mean_p_value() would be
/// that.
MeanInterval mean_interval(const std::vector<double>& values, double alpha);
/// Two-sided p-value of a mean, by Student's t with n − 1 degrees of freedom, for no difference from 0.
/// Values that are all the same have 0, or 1 if they are 0. Nothing with fewer than two.
std::optional<double> mean_p_value(const std::vector<double>& values);
/// "1.05 ± 0.01", without an interval "1.05"; `form` is of the mean.
std::string interval_text(const MeanInterval& interval, const char* form = "{:.2f}");
/// "0.042"; never 0.000, which no resampling can show.
std::string p_text(double p);

/// Σ parts / Σ wholes with the 95 % interval of sentences that were drawn, each with a part and a whole: the
/// variance of a ratio of two sums over them,
///
///     1.96 √(Σ (part − ratio · whole)²) / Σ wholes
///
/// Nothing is known where all wholes are 0: 0, without an interval.
MeanInterval ratio_of_sums(const std::vector<double>& parts, const std::vector<double>& wholes);

/// 95 % interval of a share, `right` of n, after Wilson (1927), with p = right / n and z = 1.96:
///
///     (p + z²/2n ± z √(p (1 − p) / n + z²/4n²)) / (1 + z²/n)
///
/// It stays between 0 and 1, and says something of few and of all right. Nothing is known of n = 0: 0 … 1.
struct ShareInterval {
  double least = 0, most = 1;
};
ShareInterval wilson_interval(std::int64_t right, std::int64_t n);

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
///     p = (1 + #{r : |d_r − mean of all d| ≥ |difference|}) / (1 + resamples)
///
///     p_loss = (1 + #{r : d_r ≤ −loss}) / (1 + resamples)
///
/// with d_r as above; a small p_loss says that less than `loss` points are lost (by the share itself, as few
/// bad sentences make the d_r lopsided, and a shift would then promise too much). The luck of a training is
/// not in it: it says what is true of these two models alone.
struct BleuDifference {
  double difference = 0, half_width = 0, p_value = 1, p_loss = 1;
};
/// Throws Error if they were judged on other numbers of sentences, UsageError if resamples is 0.
BleuDifference paired_sentences(const SegmentStatistics& first, const SegmentStatistics& second,
                                ResampleOptions options = {.resamples = 2000}, double loss = 1);

/// Holm (1979): the k-th smallest of m p-values, k from 0, becomes the largest of (m − j) p_j over j ≤ k, 1
/// at most. Where those below α are called real, the chance to call anything real that is not is at most α.
std::vector<double> holm(const std::vector<double>& p_values);

}  // namespace heed
