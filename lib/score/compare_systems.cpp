#include "lib/score/compare_systems.hpp"

#include <algorithm>
#include <cmath>

#include "lib/core/error.hpp"
#include "lib/score/bootstrap.hpp"

namespace heed {
namespace {

/// Systems and metrics without results.
SystemTable empty_table(const std::vector<NamedSystem>& systems, const Metrics& metrics, SystemTest test,
                        std::size_t trials) {
  const std::size_t least = test == SystemTest::none ? 1 : 2;
  if (systems.size() < least)
    throw_error<UsageError>("a paired test compares two systems or more, {} given", systems.size());
  if (metrics.empty()) throw_error<UsageError>("systems are compared by a metric: BLEU or chrF");
  if (test != SystemTest::none && trials == 0)
    throw_error<UsageError>("a paired test of 0 trials tells nothing: ask for 1000");
  SystemTable table;
  table.test = test;
  table.trials = trials;
  for (const NamedSystem& system : systems) table.systems.push_back(system.name);
  if (test != SystemTest::none)
    table.systems[0] = table.systems[0].empty() ? "Baseline" : "Baseline: " + table.systems[0];
  return table;
}

std::vector<SegmentStatistics> statistics_of(const Metric& metric, const std::vector<NamedSystem>& systems,
                                             const References& references) {
  std::vector<SegmentStatistics> all;
  for (const NamedSystem& system : systems) all.push_back(metric.statistics(system.hypotheses, references));
  return all;
}

/// A column with the scores, and a signature that names what was drawn.
SystemTable::Column scored(const Metric& metric, const std::vector<SegmentStatistics>& statistics,
                           std::optional<ResampleOptions> drawn) {
  SystemTable::Column column;
  column.metric = metric.name();
  column.signature = metric.signature(statistics[0].references, drawn);
  for (const SegmentStatistics& s : statistics)
    column.results.push_back({metric.score_of(s.sums()), std::nullopt, std::nullopt});
  return column;
}

}  // namespace

SystemTable score_systems(const std::vector<NamedSystem>& systems, const References& references,
                          const Metrics& metrics) {
  SystemTable table = empty_table(systems, metrics, SystemTest::none, 0);
  for (const Metric& metric : metrics)
    table.metrics.push_back(scored(metric, statistics_of(metric, systems, references), std::nullopt));
  return table;
}

SystemTable paired_bootstrap(const std::vector<NamedSystem>& systems, const References& references,
                             const Metrics& metrics, ResampleOptions options) {
  SystemTable table = empty_table(systems, metrics, SystemTest::bootstrap, options.resamples);
  for (const Metric& metric : metrics) {
    const std::vector<SegmentStatistics> statistics = statistics_of(metric, systems, references);
    SystemTable::Column column = scored(metric, statistics, options);
    std::vector<double> baseline;
    for (std::size_t i = 0; i < statistics.size(); ++i) {
      const std::vector<double> resampled = bootstrap_scores(metric, statistics[i], options);
      SystemResult& result = column.results[i];
      result.confidence = confidence_of(resampled);
      if (i == 0)
        baseline = resampled;
      else
        result.p_value = paired_p_value(resampled, baseline, column.results[0].score - result.score);
    }
    table.metrics.push_back(std::move(column));
  }
  return table;
}

double paired_p_value(const std::vector<double>& a, const std::vector<double>& b, double actual_difference) {
  if (a.empty() || a.size() != b.size())
    throw_error<UsageError>("a paired test needs two lists of one length, not {} and {} scores", a.size(),
                            b.size());
  std::vector<double> differences(a.size());
  std::transform(a.begin(), a.end(), b.begin(), differences.begin(),
                 [](double x, double y) { return std::abs(x - y); });
  const double mean = numpy_mean(differences);
  const auto beyond = std::count_if(differences.begin(), differences.end(),
                                    [&](double d) { return d - mean > std::abs(actual_difference); });
  return static_cast<double>(beyond + 1) / static_cast<double>(a.size() + 1);
}

}  // namespace heed
