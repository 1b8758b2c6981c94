#include "lib/score/compare_systems.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/report/table.hpp"
#include "lib/score/bootstrap.hpp"

namespace heed {
namespace {

std::string result_text(const Score& r, int width) {
  std::string text = fmt::format("{:.{}f}", r.score, width);
  if (r.confidence)
    text += fmt::format(" ({:.{}f} ± {:.{}f})", r.confidence->mean, width, r.confidence->half_width, width);
  constexpr double significant = 0.05;
  if (r.p_value) text += fmt::format(" (p = {:.4f}){}", *r.p_value, *r.p_value > significant ? "" : "*");
  return text;
}

/// A line for each system, a number for each metric, tabs between them.
std::string numbers_alone(const SystemTable& table, int width) {
  std::vector<std::string> lines(table.systems.size());
  for (const std::vector<Score>& scores : table.metrics) {
    for (std::size_t i = 0; i < lines.size(); ++i)
      lines[i] += fmt::format("{}{:.{}f}", lines[i].empty() ? "" : "\t", scores[i].score, width);
  }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

/// sacreBLEU writes an object of a test, else the printed score.
nlohmann::ordered_json json_result(const Score& r, int width) {
  if (!r.confidence) return fmt::format("{:.{}f}", r.score, width);
  nlohmann::ordered_json object{{"score", r.score},
                                {"p_value", nullptr},
                                {"mean", r.confidence->mean},
                                {"ci", r.confidence->half_width}};
  if (r.p_value) object["p_value"] = *r.p_value;
  return object;
}

/// (c + 1) / (n + 1), where c counts the resamples whose difference |a − b| exceeds the mean of all
/// differences by more than |actual_difference|: the chance of such a difference between equal systems. Both
/// lists in the same order.
double paired_p_value(const std::vector<double>& a, const std::vector<double>& b, double actual_difference) {
  std::vector<double> differences(a.size());
  std::transform(a.begin(), a.end(), b.begin(), differences.begin(),
                 [](double x, double y) { return std::abs(x - y); });
  const double mean = numpy_mean(differences);
  const auto beyond = std::count_if(differences.begin(), differences.end(),
                                    [&](double d) { return d - mean > std::abs(actual_difference); });
  return static_cast<double>(beyond + 1) / static_cast<double>(a.size() + 1);
}

}  // namespace

SystemTable compare_systems(const std::vector<NamedSystem>& systems, const References& references,
                            const Metrics& metrics, std::optional<ResampleOptions> test) {
  if (test && systems.size() < 2)
    throw_error<UsageError>("a paired test compares two systems or more, {} given", systems.size());
  SystemTable table;
  for (const NamedSystem& system : systems) table.systems.push_back(system.name);
  if (test) table.systems[0] = "Baseline: " + table.systems[0];
  for (const Metric& metric : metrics) {
    std::vector<Score>& scores = table.metrics.emplace_back();
    std::vector<double> baseline;
    for (const NamedSystem& system : systems) {
      const SegmentStatistics statistics = metric.statistics(system.hypotheses, references);
      Score score = metric.score(statistics);
      score.signature = metric.signature(statistics.references, test);
      if (test) {
        const std::vector<double> resampled = bootstrap_scores(metric, statistics, *test);
        score.confidence = confidence_of(resampled);
        if (scores.empty())
          baseline = resampled;
        else
          score.p_value = paired_p_value(resampled, baseline, scores[0].score - score.score);
      }
      scores.push_back(std::move(score));
    }
  }
  return table;
}

std::string format(const SystemTable& table, ScoreFormat options) {
  if (options.score_only) return numbers_alone(table, options.width);
  Table text{.columns = {{"System"}}, .rows = {}};
  for (const std::string& system : table.systems) text.rows.push_back({system});
  std::string signatures;
  for (const std::vector<Score>& scores : table.metrics) {
    text.columns.push_back({scores[0].name + (scores[0].confidence ? " (μ ± 95% CI)" : "")});
    for (std::size_t i = 0; i < scores.size(); ++i)
      text.rows[i].push_back(result_text(scores[i], options.width));
    signatures += fmt::format("\n{}|{}", scores[0].name, scores[0].signature.format());
  }
  return format_table(text) + signatures;
}

std::string to_json(const SystemTable& table, ScoreFormat options) {
  auto objects = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < table.systems.size(); ++i) {
    nlohmann::ordered_json object{{"system", table.systems[i]}};
    for (const std::vector<Score>& scores : table.metrics)
      object[scores[i].name] = json_result(scores[i], options.width);
    objects.push_back(std::move(object));
  }
  return objects.dump(4, ' ', /*ensure_ascii=*/true);
}

}  // namespace heed
