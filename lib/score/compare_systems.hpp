// Several systems beside each other: their scores, and whether the first differs from the others by more than
// luck, by paired bootstrap resampling (Koehn 2004).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lib/core/message.hpp"
#include "lib/score/metric.hpp"

namespace heed {

struct NamedSystem {
  std::string name;
  std::vector<std::string> hypotheses;
};

struct SystemResult {
  double score = 0;
  std::optional<double> p_value;         ///< against the first system; nothing for itself, or without a test
  std::optional<Confidence> confidence;  ///< nothing without a test
};

enum class SystemTest { none, bootstrap };

struct SystemTable {
  struct Column {
    std::string metric;
    Signature signature;
    std::vector<SystemResult> results;  ///< one for each system
  };
  std::vector<std::string> systems;  ///< of a test, the first with "Baseline: " before its name
  std::vector<Column> metrics;
  SystemTest test = SystemTest::none;
  std::size_t trials = 0;  ///< of the test
};

using Metrics = std::vector<std::reference_wrapper<const Metric>>;

/// The scores alone. Throws UsageError without a system or a metric; Error as Metric::statistics does.
SystemTable score_systems(const std::vector<NamedSystem>& systems, const References& references,
                          const Metrics& metrics);

/// Compares each system with the first, by every metric, on the same resampled corpora (`sacrebleu
/// --paired-bs`). Throws as score_systems, UsageError with fewer than two systems or no resamples.
SystemTable paired_bootstrap(const std::vector<NamedSystem>& systems, const References& references,
                             const Metrics& metrics, ResampleOptions options = {});

/// (c + 1) / (n + 1), where c counts the resamples whose difference |a − b| exceeds the mean of all
/// differences by more than |actual_difference|: the chance of such a difference between equal systems. Both
/// lists in the same order.
double paired_p_value(const std::vector<double>& a, const std::vector<double>& b, double actual_difference);

/// Says a message in somebody's language.
using SayMessage = std::function<std::string(const Message&)>;
inline std::string in_english(const Message& message) { return message.english; }

/// A table in sacreBLEU's form, a note how to read it, which `say` says, and the signatures. No line break at
/// the end. `width`: digits.
std::string format(const SystemTable& table, ScoreFormat options = {}, const SayMessage& say = in_english);

/// The list of objects that sacreBLEU prints for several systems; without a test a score is a string of
/// `width` digits there. No line break at the end.
std::string to_json(const SystemTable& table, JsonFormat options = {});

}  // namespace heed
