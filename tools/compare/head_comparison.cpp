#include "tools/compare/head_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lib/files/atomic_write.hpp"
#include "lib/files/json.hpp"
#include "lib/report/number.hpp"
#include "lib/report/table.hpp"
#include "tools/compare/claim_verdict.hpp"
#include "tools/compare/comparison_csv.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

constexpr std::array paper_rows{PaperRow{1, 5.29, 24.9}, PaperRow{4, 5.00, 25.5}, PaperRow{8, 4.92, 25.8},
                                PaperRow{16, 4.91, 25.8}, PaperRow{32, 5.01, 25.4}};

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

std::string number_text(const char* form, const std::optional<double>& value) {
  return value ? fmt::format(fmt::runtime(form), *value) : "";
}

std::string verdict(const HeadSummary& s, std::int64_t base) {
  if (!s.against_first) return "";
  if (!s.against_first->p_value) return "too few seeds to say";
  if (s.against_first->inside_the_noise()) return verdict_name(ClaimVerdict::inside_the_noise);
  const char* heads = base == 1 ? "one head" : "the first";
  return fmt::format("{} than {}", *s.against_first->difference > 0 ? "better" : "worse", heads);
}

std::string answer(const std::vector<HeadSummary>& summaries) {
  if (summaries.size() < 2) return "There is nothing to compare yet.\n";
  const std::int64_t base = summaries.front().heads;
  // By the seeds that both have: after Ctrl-C some models have one run more.
  const auto gain = [&](const HeadSummary& s) {
    const double of_means = s.bleu.mean - summaries.front().bleu.mean;
    return s.against_first ? s.against_first->difference.value_or(of_means) : 0;
  };
  const auto best = std::max_element(summaries.begin(), summaries.end(),
                                     [&](const auto& a, const auto& b) { return gain(a) < gain(b); });
  if (best == summaries.begin())
    return fmt::format("Answer: no number of heads has a better mean than {} here.\n", base);
  const std::string who = best->heads == 1 ? "1 head has" : fmt::format("{} heads have", best->heads);
  const HeadComparison& c = *best->against_first;
  if (!c.difference)
    return fmt::format(
        "Answer: {} the best mean; too few seeds to say whether that is more than noise: no run of {} "
        "has the same seed.\n",
        who, base);
  const std::string surely =
      !c.p_value ? "too few seeds to say whether that is more than noise"
                 : fmt::format("with p {} {} that is {}", *c.p_value < 0.001 ? "<" : "=", p_text(*c.p_value),
                               c.inside_the_noise() ? verdict_name(ClaimVerdict::inside_the_noise)
                                                    : "more than noise");
  return fmt::format("Answer: {} the best mean, {:+.2f} BLEU against {}; {}.\n", who, *c.difference, base,
                     surely);
}

/// What the columns ± and p are.
std::string note_on_chance(const std::vector<HeadSummary>& summaries) {
  const auto tested = std::count_if(summaries.begin(), summaries.end(), [](const HeadSummary& s) {
    return s.against_first && s.against_first->p_value;
  });
  std::string note = "± : 95 % interval of the mean over seeds.";
  if (tested > 0) note += " p: paired bootstrap over test sentences, Student's t over seeds";
  if (tested > 1) note += fmt::format(", Holm's correction for {} comparisons", tested);
  if (tested > 0) note += ".";
  return note;
}

}  // namespace

const PaperRow* paper_row(std::int64_t heads) {
  const auto* const row = std::ranges::find(paper_rows, heads, &PaperRow::heads);
  return row == paper_rows.end() ? nullptr : row;
}

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

std::string comparison_report(const std::vector<HeadSummary>& summaries) {
  if (summaries.empty()) return "";
  const std::int64_t base = summaries.front().heads;
  Table table;
  table.columns = {{"heads", Align::right},
                   {"parameters", Align::right},
                   {"runs", Align::right},
                   {"test BLEU (95 %)", Align::right},
                   {fmt::format("against {}", base), Align::right},
                   {"p", Align::right},
                   {"", Align::left},
                   {"paper: BLEU", Align::right},
                   {"perplexity", Align::right}};
  for (const HeadSummary& s : summaries) {
    const PaperRow* const row = paper_row(s.heads);
    const HeadComparison c = s.against_first.value_or(HeadComparison{});
    table.rows.push_back({std::to_string(s.heads), grouped(s.parameters), std::to_string(s.runs),
                          interval_text(s.bleu), number_text("{:+.2f}", c.difference),
                          c.p_value ? (*c.p_value < 0.001 ? "< " : "") + p_text(*c.p_value) : "",
                          verdict(s, base), row != nullptr ? fmt::format("{:.1f}", row->bleu) : "–",
                          row != nullptr ? fmt::format("{:.2f}", row->perplexity) : "–"});
  }
  for (const PaperRow& row : paper_rows) {  // what the paper has and this comparison has not
    if (std::none_of(summaries.begin(), summaries.end(), [&](const auto& s) { return s.heads == row.heads; }))
      table.rows.push_back({std::to_string(row.heads), "–", "–", "–", "", "", "",
                            fmt::format("{:.1f}", row.bleu), fmt::format("{:.2f}", row.perplexity)});
  }
  return fmt::format(
      "{}\n{}\nPaper: Vaswani et al. 2017, table 3, row (A), English to German, newstest2013: other data, a "
      "far larger model.\n\n{}",
      format_table(table), note_on_chance(summaries), answer(summaries));
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SegmentStatistics, columns, values, references)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HeadRun, heads, epochs, learning_rate, seed, parameters, best_epoch,
                                   valid_loss, valid_bleu, test_bleu, last_rise, seconds, statistics)

std::string runs_to_text(const std::vector<HeadRun>& runs) { return nlohmann::json(runs).dump(); }

std::vector<HeadRun> runs_from_text(const std::string& text) {
  nlohmann::json runs = nlohmann::json::parse(text);
  for (nlohmann::json& run : runs)  // older states do not have it
    if (run.is_object() && !run.contains("last_rise")) run["last_rise"] = 0;
  return runs.get<std::vector<HeadRun>>();
}

void write_comparison(const std::filesystem::path& folder, const std::vector<HeadRun>& runs,
                      const std::vector<HeadSummary>& summaries, const ComparisonPlan& plan) {
  nlohmann::json all{{"task", plan.task},
                     {"planned_runs", plan.runs},
                     {"settings", plan.settings},
                     {"machine", describe_machine()},
                     {"runs", nlohmann::json::array()},
                     {"summary", nlohmann::json::array()}};
  for (const HeadRun& r : runs) {
    all["runs"].push_back({{"heads", r.heads},
                           {"seed", r.seed},
                           {"epochs", r.epochs},
                           {"lr", r.learning_rate},
                           {"parameters", r.parameters},
                           {"best_epoch", r.best_epoch},
                           {"valid_loss", r.valid_loss},
                           {"valid_bleu", r.valid_bleu},
                           {"test_bleu", r.test_bleu},
                           {"seconds", r.seconds}});
  }
  const auto number = [](const std::optional<double>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json();
  };
  for (const HeadSummary& s : summaries) {
    const HeadComparison c = s.against_first.value_or(HeadComparison{});
    all["summary"].push_back(
        {{"heads", s.heads},
         {"epochs", s.epochs},
         {"lr", s.learning_rate},
         {"runs", s.runs},
         {"parameters", s.parameters},
         {"mean_test_bleu", s.bleu.mean},
         {"half_width_95", number(s.bleu.half_width)},
         {"difference", number(c.difference)},
         {"p_value_single", number(c.p_value_single)},
         {"p_value", number(c.p_value)},
         {"inside_the_noise", c.p_value ? nlohmann::json(c.inside_the_noise()) : nlohmann::json()}});
  }
  write_json(folder / "results.json", all);
  atomic_write(folder / "results.csv", comparison_csv(runs));
}

}  // namespace heed
