#include "tools/measure/head_comparison.hpp"

#include <algorithm>

namespace heed {
namespace {

using RunsOfHeads = std::vector<const HeadRun*>;

/// Groups in the order in which numbers of heads first appear.
std::vector<RunsOfHeads> group_by_heads(const std::vector<HeadRun>& runs) {
  std::vector<RunsOfHeads> groups;
  for (const HeadRun& run : runs) {
    const auto found = std::find_if(groups.begin(), groups.end(),
                                    [&](const RunsOfHeads& g) { return g.front()->heads == run.heads; });
    (found == groups.end() ? groups.emplace_back() : *found).push_back(&run);
  }
  return groups;
}

HeadComparison compare(const RunsOfHeads& first, const RunsOfHeads& other, double alpha,
                       std::size_t resamples) {
  HeadComparison comparison;
  std::vector<SeedPair> pairs;
  std::vector<double> differences;
  bool counted = true;  // sentence by sentence
  for (const HeadRun* x : first) {
    const auto y =
        std::find_if(other.begin(), other.end(), [&](const HeadRun* run) { return run->seed == x->seed; });
    if (y == other.end()) continue;
    pairs.emplace_back(&x->statistics, &(*y)->statistics);
    differences.push_back((*y)->test_bleu - x->test_bleu);
    counted = counted && x->statistics.rows() > 0 && (*y)->statistics.rows() > 0;
  }
  if (pairs.empty()) return comparison;
  comparison.difference = mean_interval(differences).mean;
  if (!counted) {
    comparison.p_value_single = mean_p_value(differences);
    comparison.interval = mean_interval(differences, alpha);
    return comparison;
  }
  comparison.p_value_single = paired_seeds_p_value(pairs, {.resamples = resamples});
  comparison.interval = paired_seeds_interval(pairs, alpha, {.resamples = resamples});
  return comparison;
}

/// p_value from p_value_single, over the summaries that have one.
void correct_for_several(std::vector<HeadSummary>& summaries) {
  std::vector<HeadComparison*> compared;
  std::vector<double> p_values;
  for (HeadSummary& s : summaries) {
    if (!s.against_first || !s.against_first->p_value_single) continue;
    compared.push_back(&*s.against_first);
    p_values.push_back(*s.against_first->p_value_single);
  }
  const std::vector<double> adjusted = holm(p_values);
  for (std::size_t i = 0; i < compared.size(); ++i) compared[i]->p_value = adjusted[i];
}

}  // namespace

std::vector<HeadSummary> summarise(const std::vector<HeadRun>& runs, std::size_t resamples) {
  const std::vector<RunsOfHeads> groups = group_by_heads(runs);
  const double alpha = 0.05 / static_cast<double>(std::max<std::size_t>(groups.size(), 2) - 1);
  std::vector<HeadSummary> summaries;
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
    if (&group != &groups.front())
      summaries.back().against_first = compare(groups.front(), group, alpha, resamples);
  }
  correct_for_several(summaries);
  return summaries;
}

}  // namespace heed
