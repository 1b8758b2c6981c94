#include "tools/compare/head_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "lib/data/draws.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/json.hpp"
#include "lib/report/number.hpp"
#include "lib/report/table.hpp"
#include "lib/score/bleu.hpp"
#include "lib/score/bootstrap.hpp"

namespace heed {
namespace {

/// Vaswani et al. 2017, table 3, row (A): newstest2013, base model, heads varied at constant computation.
struct PaperRow {
  std::int64_t heads;
  double perplexity, bleu;
};
constexpr std::array paper_rows{PaperRow{1, 5.29, 24.9}, PaperRow{4, 5.00, 25.5}, PaperRow{8, 4.92, 25.8},
                                PaperRow{16, 4.91, 25.8}, PaperRow{32, 5.01, 25.4}};

/// 97.5 % quantile of Student's t for n degrees of freedom.
double student_t(std::size_t n) {
  constexpr std::array table{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                             2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
                             2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
  return n <= table.size() ? table[n - 1] : 1.960 + 2.5 / static_cast<double>(n);
}

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

double resampled_bleu(const HeadRun& run, const std::vector<std::uint32_t>& sentences) {
  static const Bleu bleu({.tokenize = BleuTokenizer::none});
  std::vector<double> sums(run.statistics.columns);
  for (std::uint32_t i : sentences) {
    const auto row = run.statistics.row(i);
    for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += static_cast<double>(row[c]);
  }
  return bleu.score_of(std::span<const double>(sums));
}

/// Runs of both groups with the same seed, side by side.
std::vector<std::pair<const HeadRun*, const HeadRun*>> same_seeds(const RunsOfHeads& a,
                                                                  const RunsOfHeads& b) {
  std::vector<std::pair<const HeadRun*, const HeadRun*>> pairs;
  for (const HeadRun* x : a) {
    for (const HeadRun* y : b) {
      if (x->seed == y->seed) pairs.emplace_back(x, y);
    }
  }
  return pairs;
}

void compare(HeadSummary& summary, const RunsOfHeads& base, const RunsOfHeads& other, std::size_t resamples) {
  const auto pairs = same_seeds(base, other);
  if (pairs.empty()) return;
  double difference = 0;
  for (const auto& [x, y] : pairs)
    difference += (y->test_bleu - x->test_bleu) / static_cast<double>(pairs.size());
  Draws draws(12345);
  const auto count = static_cast<std::uint32_t>(pairs.front().first->statistics.rows());
  std::vector<double> base_scores, other_scores;
  for (std::size_t r = 0; r < resamples; ++r) {
    std::vector<std::uint32_t> sentences(count);
    for (std::uint32_t& i : sentences) i = draws.below(count);
    double base_mean = 0, other_mean = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const auto& [x, y] = pairs[draws.below(static_cast<std::uint32_t>(pairs.size()))];
      base_mean += resampled_bleu(*x, sentences) / static_cast<double>(pairs.size());
      other_mean += resampled_bleu(*y, sentences) / static_cast<double>(pairs.size());
    }
    base_scores.push_back(base_mean);
    other_scores.push_back(other_mean);
  }
  summary.difference = difference;
  summary.p_value = paired_p_value(base_scores, other_scores, difference);
}

std::string interval_text(const MeanInterval& interval) {
  return interval.half_width ? fmt::format("{:.2f} ± {:.2f}", interval.mean, *interval.half_width)
                             : fmt::format("{:.2f}", interval.mean);
}

std::string verdict(const HeadSummary& s, std::int64_t base) {
  if (!s.p_value) return "";
  if (s.inside_the_noise()) return "inside the noise";
  const char* heads = base == 1 ? "one head" : "the first";
  return fmt::format("{} than {}", *s.difference > 0 ? "better" : "worse", heads);
}

}  // namespace

MeanInterval mean_interval(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  double mean = 0, squares = 0;
  for (double v : values) mean += v / n;
  for (double v : values) squares += (v - mean) * (v - mean);
  if (values.size() < 2) return {mean, std::nullopt};
  return {mean, student_t(values.size() - 1) * std::sqrt(squares / (n - 1) / n)};
}

std::vector<HeadSummary> summarise(const std::vector<HeadRun>& runs, std::size_t resamples) {
  const std::vector<RunsOfHeads> groups = group_by_heads(runs);
  std::vector<HeadSummary> summaries;
  for (const RunsOfHeads& group : groups) {
    std::vector<double> scores;
    for (const HeadRun* run : group) scores.push_back(run->test_bleu);
    HeadSummary summary{group.front()->heads,  group.size(), group.front()->parameters,
                        mean_interval(scores), {},           {}};
    if (&group != &groups.front()) compare(summary, groups.front(), group, resamples);
    summaries.push_back(summary);
  }
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
    const auto* row = std::find_if(paper_rows.begin(), paper_rows.end(),
                                   [&](const PaperRow& p) { return p.heads == s.heads; });
    const bool known = row != paper_rows.end();
    table.rows.push_back({std::to_string(s.heads), grouped(s.parameters), std::to_string(s.runs),
                          interval_text(s.bleu), s.difference ? fmt::format("{:+.2f}", *s.difference) : "",
                          s.p_value ? fmt::format("{:.3f}", *s.p_value) : "", verdict(s, base),
                          known ? fmt::format("{:.1f}", row->bleu) : "–",
                          known ? fmt::format("{:.2f}", row->perplexity) : "–"});
  }
  for (const PaperRow& row : paper_rows) {  // what the paper has and this comparison has not
    if (std::none_of(summaries.begin(), summaries.end(), [&](const auto& s) { return s.heads == row.heads; }))
      table.rows.push_back({std::to_string(row.heads), "–", "–", "–", "", "", "",
                            fmt::format("{:.1f}", row.bleu), fmt::format("{:.2f}", row.perplexity)});
  }
  std::string text = format_table(table);
  text +=
      "\n± : 95 % interval of the mean over seeds. p: paired bootstrap over test sentences and seeds.\n"
      "Paper: Vaswani et al. 2017, table 3, row (A), English to German, newstest2013: other data, a far "
      "larger model.\n\n";
  if (summaries.size() < 2) return text + "There is nothing to compare yet.\n";
  const auto best = std::max_element(summaries.begin(), summaries.end(),
                                     [](const auto& a, const auto& b) { return a.bleu.mean < b.bleu.mean; });
  if (best == summaries.begin()) {
    text += fmt::format("Answer: no number of heads has a better mean than {} here.\n", base);
  } else {
    text += fmt::format("Answer: {} heads have the best mean, {:+.2f} BLEU against {}; {}.\n", best->heads,
                        best->difference.value_or(0), base,
                        !best->p_value ? "there are no runs with the same seed to compare"
                        : best->inside_the_noise()
                            ? fmt::format("with p = {:.3f} that is inside the noise", *best->p_value)
                            : fmt::format("with p = {:.3f} that is more than noise", *best->p_value));
  }
  return text;
}

void write_comparison(const std::filesystem::path& folder, const std::vector<HeadRun>& runs,
                      const std::vector<HeadSummary>& summaries, const std::string& task) {
  nlohmann::json all{{"task", task}, {"runs", nlohmann::json::array()}, {"summary", nlohmann::json::array()}};
  std::string csv = "heads,seed,parameters,best_epoch,valid_loss,valid_bleu,test_bleu,seconds\n";
  for (const HeadRun& r : runs) {
    all["runs"].push_back({{"heads", r.heads},
                           {"seed", r.seed},
                           {"parameters", r.parameters},
                           {"best_epoch", r.best_epoch},
                           {"valid_loss", r.valid_loss},
                           {"valid_bleu", r.valid_bleu},
                           {"test_bleu", r.test_bleu},
                           {"seconds", r.seconds}});
    csv += fmt::format("{},{},{},{},{:.6f},{:.4f},{:.4f},{:.2f}\n", r.heads, r.seed, r.parameters,
                       r.best_epoch, r.valid_loss, r.valid_bleu, r.test_bleu, r.seconds);
  }
  const auto number = [](const std::optional<double>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json();
  };
  for (const HeadSummary& s : summaries) {
    all["summary"].push_back(
        {{"heads", s.heads},
         {"runs", s.runs},
         {"parameters", s.parameters},
         {"mean_test_bleu", s.bleu.mean},
         {"half_width_95", number(s.bleu.half_width)},
         {"difference", number(s.difference)},
         {"p_value", number(s.p_value)},
         {"inside_the_noise", s.p_value ? nlohmann::json(s.inside_the_noise()) : nlohmann::json()}});
  }
  write_json(folder / "results.json", all);
  atomic_write(folder / "results.csv", csv);
}

}  // namespace heed
