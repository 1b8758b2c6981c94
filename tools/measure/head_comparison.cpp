#include "tools/measure/head_comparison.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace heed {
namespace {

using RunsOfHeads = std::vector<const HeadRun*>;

/// Groups in the order in which numbers of heads first appear.
std::vector<RunsOfHeads> group_by_heads(const std::vector<HeadRun>& runs) {
  std::vector<RunsOfHeads> groups;
  for (const HeadRun& run : runs) {
    const auto found =
        std::ranges::find_if(groups, [&](const RunsOfHeads& g) { return g.front()->heads == run.heads; });
    (found == groups.end() ? groups.emplace_back() : *found).push_back(&run);
  }
  return groups;
}

HeadComparison compare_runs(const RunsOfHeads& first, const RunsOfHeads& other, double alpha,
                            std::size_t resamples) {
  std::vector<SeedPair> pairs;
  std::vector<double> differences;
  for (const HeadRun* x : first) {
    const auto y = std::ranges::find(other, x->seed, &HeadRun::seed);
    if (y == other.end()) continue;
    pairs.emplace_back(&x->statistics, &(*y)->statistics);
    differences.push_back((*y)->test_bleu - x->test_bleu);
  }
  if (pairs.empty()) return {};
  return {.difference = mean_interval(differences).mean,
          .p_value_single = paired_seeds_p_value(pairs, {.resamples = resamples}),
          .p_value = {},
          .interval = paired_seeds_interval(pairs, alpha, {.resamples = resamples})};
}

double mean_valid_bleu(const std::vector<HeadRun>& runs) {
  double sum = 0;
  for (const HeadRun& run : runs) sum += run.valid_bleu;
  return sum / static_cast<double>(runs.size());
}

/// The table of runs of the same number of epochs.
HeadTable table_of_length(std::int64_t epochs, const std::vector<HeadRun>& runs) {
  HeadTable table{.epochs = epochs};
  std::vector<HeadRun> chosen;
  for (const RunsOfHeads& group : group_by_heads(runs)) {
    std::map<double, std::vector<HeadRun>> by_rate;
    for (const HeadRun* run : group) by_rate[run->learning_rate].push_back(*run);
    const auto best =
        std::ranges::max_element(by_rate, {}, [](const auto& rate) { return mean_valid_bleu(rate.second); });
    chosen.insert(chosen.end(), best->second.begin(), best->second.end());
    if (by_rate.size() < 2) continue;
    Bilingual note =
        text_of("compare.rate", group.front()->heads, best->first, mean_valid_bleu(best->second));
    for (const auto& [rate, of_rate] : by_rate)
      if (rate != best->first)
        note = joined(note, "; ", {fmt::format("{}: {:.2f}", rate, mean_valid_bleu(of_rate))});
    table.rates.push_back(std::move(note));
  }
  table.summaries = summarise(chosen);
  return table;
}

}  // namespace

std::vector<HeadSummary> summarise(const std::vector<HeadRun>& runs, std::size_t resamples) {
  const std::vector<RunsOfHeads> groups = group_by_heads(runs);
  const double alpha = 0.05 / static_cast<double>(std::max<std::size_t>(groups.size(), 2) - 1);
  std::vector<HeadSummary> summaries;
  std::vector<double> p_values;
  for (const RunsOfHeads& group : groups) {
    std::vector<double> scores;
    std::int64_t parameters = 0;  // which a run that diverged may not know
    for (const HeadRun* run : group) {
      scores.push_back(run->test_bleu);
      parameters = std::max(parameters, run->parameters);
    }
    summaries.push_back({.heads = group.front()->heads,
                         .epochs = group.front()->epochs,
                         .learning_rate = group.front()->learning_rate,
                         .runs = group.size(),
                         .parameters = parameters,
                         .bleu = mean_interval(scores),
                         .against_first = std::nullopt});
    if (&group == &groups.front()) continue;
    const HeadComparison compared = compare_runs(groups.front(), group, alpha, resamples);
    if (compared.p_value_single) p_values.push_back(*compared.p_value_single);
    summaries.back().against_first = compared;
  }
  const std::vector<double> corrected = holm(p_values);
  std::size_t next = 0;
  for (HeadSummary& s : summaries)
    if (s.against_first && s.against_first->p_value_single) s.against_first->p_value = corrected[next++];
  return summaries;
}

std::vector<HeadTable> head_tables(const std::vector<HeadRun>& runs) {
  std::map<std::int64_t, std::vector<HeadRun>> by_length;
  for (const HeadRun& run : runs) by_length[run.epochs].push_back(run);
  std::vector<HeadTable> tables;
  for (const auto& [epochs, of_length] : by_length) tables.push_back(table_of_length(epochs, of_length));
  return tables;
}

}  // namespace heed
