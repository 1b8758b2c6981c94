// Bootstrap resampling (Koehn 2004): how much of a score, or of a difference, is the luck of these sentences?
#pragma once

#include <functional>
#include <optional>
#include <string>
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

/// (c + 1) / (n + 1), where c counts the resamples whose difference |a − b| exceeds the mean of all
/// differences by more than |actual_difference|: the chance of such a difference between equal systems. Both
/// lists in the same order.
double paired_p_value(const std::vector<double>& a, const std::vector<double>& b, double actual_difference);

struct NamedSystem {
  std::string name;
  std::vector<std::string> hypotheses;
};

struct PairedResult {
  double score = 0;
  std::optional<double> p_value;  ///< against the first system; nothing for itself
  Confidence confidence;
};

struct PairedTest {
  struct Column {
    std::string metric;
    Signature signature;
    std::vector<PairedResult> results;  ///< one for each system
  };
  std::vector<std::string> systems;  ///< the first with "Baseline: " before its name
  std::vector<Column> metrics;
  std::size_t resamples = 0;
};

/// Compares each system with the first, by every metric, on the same resampled corpora (`sacrebleu
/// --paired-bs`). Throws UsageError with fewer than two systems or no metric; Error as Metric::statistics
/// does.
PairedTest paired_bootstrap(const std::vector<NamedSystem>& systems, const References& references,
                            const std::vector<std::reference_wrapper<const Metric>>& metrics,
                            ResampleOptions options = {});

/// A table in sacreBLEU's form, a note how to read it, and the signatures. No line break at the end. `width`:
/// digits.
std::string format(const PairedTest& test, ScoreFormat options = {});

/// The list of objects that `sacrebleu --paired-bs` prints. No line break at the end.
std::string to_json(const PairedTest& test);

}  // namespace heed
