// Several systems beside each other: their scores, and whether the first differs from the others by more than
// luck, by paired bootstrap resampling (Koehn 2004).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lib/score/metric.hpp"

namespace heed {

struct NamedSystem {
  std::string name;
  std::vector<std::string> hypotheses;
};

struct SystemTable {
  std::vector<std::string> systems = {};         ///< of a test, the first with "Baseline: " before its name
  std::vector<std::vector<Score>> metrics = {};  ///< for each metric the scores of the systems
};

using Metrics = std::vector<std::reference_wrapper<const Metric>>;

/// Scores each system by every metric; with a test also compares it with the first, on the same resampled
/// corpora (`sacrebleu --paired-bs`). Throws UsageError for a test of fewer than two systems or of no
/// resamples, Error as Metric::statistics does.
SystemTable compare_systems(const std::vector<NamedSystem>& systems, const References& references,
                            const Metrics& metrics, std::optional<ResampleOptions> test = {});

/// A table with a line for each system, and the signatures. No line break at the end.
std::string format(const SystemTable& table, ScoreFormat options = {});

/// The list of objects that sacreBLEU prints for several systems; without a test a score is a string of
/// `width` digits there. No line break at the end.
std::string to_json(const SystemTable& table, ScoreFormat options = {});

}  // namespace heed
