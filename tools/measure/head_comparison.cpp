// Runs are judged here by their numbers of heads, for heed compare-heads and C6.
#include "tools/measure/head_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lib/data/toy_grammar.hpp"
#include "lib/report/number.hpp"
#include "tools/measure/claims.hpp"

namespace heed {
namespace {

using RunsOfHeads = std::vector<const HeadRun*>;

/// Groups in the order in which tasks and numbers of heads first appear.
std::vector<RunsOfHeads> group_by_heads(const std::vector<HeadRun>& runs) {
  std::vector<RunsOfHeads> groups;
  for (const HeadRun& run : runs) {
    const auto found = std::ranges::find_if(groups, [&](const RunsOfHeads& g) {
      return g.front()->task == run.task && g.front()->heads == run.heads;
    });
    (found == groups.end() ? groups.emplace_back() : *found).push_back(&run);
  }
  return groups;
}

/// The runs of both with the same seed.
std::vector<SeedPair> pairs_of(const RunsOfHeads& first, const RunsOfHeads& second) {
  std::vector<SeedPair> pairs;
  for (const HeadRun* one : first)
    for (const HeadRun* other : second)
      if (one->seed == other->seed) pairs.emplace_back(&one->statistics, &other->statistics);
  return pairs;
}

HeadSummary summary_of(const RunsOfHeads& runs) {
  std::vector<double> bleu, chrf;
  std::int64_t parameters = 0;  // which a run that diverged may not know
  for (const HeadRun* run : runs) {
    bleu.push_back(run->test_bleu), chrf.push_back(run->test_chrf);
    parameters = std::max(parameters, run->parameters);
  }
  return {.task = runs.front()->task,
          .heads = runs.front()->heads,
          .parameters = parameters,
          .learning_rate = runs.front()->learning_rate,
          .runs = runs.size(),
          .bleu = mean_interval(bleu),
          .chrf = mean_interval(chrf)};
}

constexpr double head_claim = 0.9;  // BLEU that C6's document says one head loses
/// Models whose validation BLEU rose by more than this in the last epoch, on average, are still learning.
constexpr double still_learning = 2 * head_claim;

/// Says on which side of the interval 0 and the claim lie, or why nothing is judged.
Bilingual judgement_text(ClaimVerdict verdict, const MeanInterval& difference, double rise) {
  if (rise > still_learning) return text_of("C6.still learning", rise);
  if (verdict == ClaimVerdict::one_seed) return text_of("C6.one seed");
  const char* const side = verdict == ClaimVerdict::inside_the_noise ? "C6.noise"
                           : verdict == ClaimVerdict::holds          ? "C6.holds"
                           : verdict == ClaimVerdict::does_not_hold  ? "C6.not"
                           : difference.mean > head_claim            ? "C6.more"
                                                                     : "C6.less";
  return text_of("C6.least", text_of(side), *difference.half_width);
}

}  // namespace

std::vector<HeadSummary> summarise(const std::vector<HeadRun>& runs, std::size_t resamples) {
  std::vector<HeadSummary> summaries;
  std::vector<std::optional<SeedComparison>> comparisons;  // with the task's first number of heads
  std::vector<double> p_values;
  const std::vector<RunsOfHeads> groups = group_by_heads(runs);
  for (const RunsOfHeads& group : groups) {
    summaries.push_back(summary_of(group));
    comparisons.emplace_back();
    const auto first = std::ranges::find_if(
        groups, [&](const RunsOfHeads& one) { return one.front()->task == group.front()->task; });
    const std::vector<SeedPair> pairs = pairs_of(*first, group);
    if (&*first == &group || pairs.empty()) continue;
    comparisons.back() = compare_seeds(pairs, resamples);
    if (const auto p = comparisons.back()->p_value()) p_values.push_back(*p);
  }
  const std::vector<double> corrected = holm(p_values);
  const double alpha = 0.05 / static_cast<double>(std::max<std::size_t>(1, p_values.size()));
  auto p = corrected.begin();
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    if (!comparisons[i]) continue;
    const MeanInterval difference = comparisons[i]->interval(alpha);
    summaries[i].difference = difference;
    if (!difference.half_width) continue;
    summaries[i].p_value = *p++;
    summaries[i].detectable = detectable_difference(*difference.half_width, alpha);
  }
  return summaries;
}

double detectable_difference(double half_width, double alpha) {
  constexpr double z_of_power = 0.8416;  // 80 % of a normal distribution lie below it
  double low = 0, high = 10;             // of z, which `alpha` of it exceeds to either side
  for (int i = 0; i < 60; ++i) {
    const double z = (low + high) / 2;
    (std::erfc(z / std::numbers::sqrt2) > alpha ? low : high) = z;
  }
  return half_width * (1 + z_of_power / high);
}

ClaimVerdict verdict_of_heads(const MeanInterval& difference) {
  if (!difference.half_width) return ClaimVerdict::one_seed;
  const double low = least_of(difference), high = most_of(difference);
  if (low > 0)
    return low <= head_claim && head_claim <= high ? ClaimVerdict::holds : ClaimVerdict::holds_in_part;
  return high < head_claim ? ClaimVerdict::does_not_hold : ClaimVerdict::inside_the_noise;
}

Finding found_of_heads(const std::vector<HeadRun>& runs, const Bilingual& where) {
  const std::vector<HeadSummary> all = summarise(runs);
  const std::int64_t base = all.empty() ? 1 : all.front().heads;
  const Bilingual first = base == 1 ? word("one") : Bilingual{std::to_string(base)};
  ResultTable table(text_of("C6.table"), {"heads", "BLEU (95 %)", "", "p"});
  table.columns[2] = text_of("C6.against", first);
  const HeadSummary* best = nullptr;
  for (const HeadSummary& s : all) {
    const auto& d = s.difference;
    table.add({count_cell(s.heads),
               {interval_text(s.bleu), number_of(s.bleu, "BLEU")},
               d ? TableCell(interval_text(*d, "{:+.2f}"), number_of(*d, "BLEU")) : "",
               s.p_value ? TableCell(p_text(*s.p_value), CellNumber{.value = *s.p_value}) : ""});
    if (d && (best == nullptr || d->mean > best->difference->mean)) best = &s;
  }
  Finding found{.verdict = ClaimVerdict::not_measured,
                .measured = text_of("C6.nothing"),
                .tables = {table},
                .notes = {text_of("C6.chance")}};
  if (best == nullptr) return found;
  double rise = 0;
  for (const HeadRun& run : runs) rise += run.last_rise / static_cast<double>(runs.size());
  const ClaimVerdict verdict = verdict_of_heads(*best->difference);
  if (rise <= still_learning) found.verdict = verdict;
  found.measured = text_of("C6.measured", where, best->heads, interval_text(*best->difference, "{:+.2f}"),
                           counted(static_cast<std::int64_t>(best->runs), "seed"), best->runs,
                           judgement_text(verdict, *best->difference, rise), first);
  return found;
}

Finding one_head_is_worse(const ExperimentOptions& options) {
  // A training of compare-heads, but 5 epochs, as 16 of them have to fit into six minutes, also beside other
  // work.
  TranslationSession session{.run = {.epochs = options.quick ? 3 : 5}};
  session.model.layer = {.d_model = 64, .heads = 1, .dim_feedforward = 128, .max_length = 202};
  session.run.learning_rate = automatic_learning_rate(run_of(session));
  session.run.seed = options.seed;
  if (options.quick) session.run.warmup = 100;
  const TranslationData data = options.quick
                                   ? grammar_data(options)
                                   : make_translation_data(toy_corpus({.train = 16'000, .level = 3}), {});
  const HeadTask task{.name = "C6",
                      .session = session,
                      .rates = {session.run.learning_rate},
                      .seeds = options.quick ? 2 : 4,
                      .heads = options.quick ? std::vector<std::int64_t>{1, 4} : HeadTask().heads};
  std::vector<HeadRun> runs;
  train_missing(task, data, runs, [&](const HeadRun& run) { runs.push_back(run); });
  Finding finding = found_of_heads(runs, text_of("C6.on the grammar"));
  finding.measured = text_of("C6.longer", finding.measured);
  return finding;
}

}  // namespace heed
