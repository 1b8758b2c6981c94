#include "tools/measure/head_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "lib/report/number.hpp"

namespace heed {
namespace {

double mean_valid_bleu(const std::vector<HeadRun>& runs) {
  double sum = 0;
  for (const HeadRun& run : runs) sum += run.valid_bleu;
  return sum / static_cast<double>(runs.size());
}

/// The runs by the best rate of each number of heads, and which rates were tried; nothing where there was no
/// choice.
struct Tuned {
  std::vector<HeadRun> runs;
  std::string note;
};

Tuned with_best_rates(const std::vector<HeadRun>& runs, Language language) {
  std::vector<std::int64_t> order;
  std::map<std::int64_t, std::map<double, std::vector<HeadRun>>> by_heads;
  for (const HeadRun& run : runs) {
    if (!by_heads.contains(run.heads)) order.push_back(run.heads);
    by_heads[run.heads][run.learning_rate].push_back(run);
  }
  Tuned tuned;
  for (const std::int64_t heads : order) {
    const auto& rates = by_heads[heads];
    const auto best = std::max_element(rates.begin(), rates.end(), [](const auto& a, const auto& b) {
      return mean_valid_bleu(a.second) < mean_valid_bleu(b.second);
    });
    tuned.runs.insert(tuned.runs.end(), best->second.begin(), best->second.end());
    if (rates.size() < 2) continue;
    tuned.note +=
        text_of("compare.rate", counted(heads, "head"), heads, best->first, mean_valid_bleu(best->second))
            .in(language);
    for (const auto& [rate, of_rate] : rates)
      if (rate != best->first) tuned.note += fmt::format("; {}: {:.2f}", rate, mean_valid_bleu(of_rate));
    tuned.note += "\n";
  }
  return tuned;
}

}  // namespace

std::vector<PlannedRun> plan_runs(const HeadPlan& plan) {
  std::vector<PlannedRun> runs;
  for (std::int64_t seed = 0; seed < plan.seeds; ++seed)
    for (const std::int64_t epochs : plan.epochs)
      for (const double rate : plan.learning_rates)
        for (const std::int64_t heads : plan.heads)
          runs.push_back({.heads = heads,
                          .epochs = epochs,
                          .learning_rate = rate,
                          .seed = plan.first_seed + static_cast<std::uint64_t>(seed)});
  return runs;
}

std::string describe(const PlannedRun& run, const HeadPlan& plan, Language language) {
  const bool korean = language == Language::korean;
  std::string text = korean ? fmt::format("헤드 {}개", run.heads) : counted(run.heads, "head");
  if (plan.epochs.size() > 1)
    text += "  " + (korean ? fmt::format("에포크 {}번", run.epochs) : counted(run.epochs, "epoch"));
  if (plan.learning_rates.size() > 1)
    text += fmt::format("  {} {}", korean ? "학습률" : "lr", run.learning_rate);
  return text;
}

double epochs_of(const std::vector<PlannedRun>& runs, std::int64_t first, std::int64_t end) {
  return std::accumulate(
      runs.begin() + first, runs.begin() + end, 0.0,
      [](double sum, const PlannedRun& run) { return sum + static_cast<double>(run.epochs); });
}

HeadTables tabulate(const std::vector<HeadRun>& runs, Language language) {
  std::set<std::int64_t> lengths;
  for (const HeadRun& run : runs) lengths.insert(run.epochs);
  HeadTables tables;
  for (const std::int64_t epochs : lengths) {
    std::vector<HeadRun> of_length;
    std::copy_if(runs.begin(), runs.end(), std::back_inserter(of_length),
                 [epochs](const HeadRun& run) { return run.epochs == epochs; });
    const Tuned tuned = with_best_rates(of_length, language);
    const std::vector<HeadSummary> summaries = summarise(tuned.runs);
    if (!tables.report.empty()) tables.report += "\n";
    if (lengths.size() > 1)
      tables.report += text_of("compare.after", counted(epochs, "epoch"), epochs).in(language) + "\n";
    tables.report += tuned.note + comparison_report(summaries, language);
    tables.summaries.insert(tables.summaries.end(), summaries.begin(), summaries.end());
  }
  return tables;
}

}  // namespace heed
