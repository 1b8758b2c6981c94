// Bootstrap resampling (Koehn 2004): how much of a score is the luck of these sentences?
#pragma once

#include <vector>

#include "lib/score/metric.hpp"

namespace heed {

/// The scores of `resamples` corpora, each of as many segments as there are, drawn with replacement. They
/// equal sacreBLEU's: segments by NumPy's stream, sums in float. Throws UsageError if resamples is 0.
std::vector<double> bootstrap_scores(const Metric& metric, const SegmentStatistics& statistics,
                                     ResampleOptions options = {});

/// Mean of the scores, and half the distance between those 1/40 from either end: 95 %.
Confidence confidence_of(std::vector<double> scores);

/// The corpus score with its interval, and a signature that says how it was resampled.
Score score_with_confidence(const Metric& metric, const SegmentStatistics& statistics,
                            ResampleOptions options = {});

/// The mean, added up in NumPy's order.
double numpy_mean(const std::vector<double>& values);

}  // namespace heed
