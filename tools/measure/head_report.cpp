// A comparison of heads as a table, in words, and in files; and C6, which it answers.
#include <algorithm>
#include <array>

#include "lib/data/toy_grammar.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/json.hpp"
#include "lib/report/number.hpp"
#include "tools/measure/claims.hpp"
#include "tools/measure/grammar_translator.hpp"
#include "tools/measure/head_comparison.hpp"
#include "tools/measure/results.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

/// Vaswani et al. 2017, table 3, row (A): newstest2013, base model, heads varied at constant computation.
struct PaperRow {
  std::int64_t heads;
  double perplexity, bleu;
};
constexpr std::array paper_rows{PaperRow{1, 5.29, 24.9}, PaperRow{4, 5.00, 25.5}, PaperRow{8, 4.92, 25.8},
                                PaperRow{16, 4.91, 25.8}, PaperRow{32, 5.01, 25.4}};

/// Null: the paper has none of so many.
const PaperRow* paper_row(std::int64_t heads) {
  const auto* const row = std::ranges::find(paper_rows, heads, &PaperRow::heads);
  return row == paper_rows.end() ? nullptr : row;
}

Bilingual verdict_beside(const HeadSummary& s, std::int64_t base) {
  if (!s.against_first) return {};
  if (!s.against_first->p_value) return text_of("compare.too few seeds");
  if (s.against_first->inside_the_noise()) return verdict_text(ClaimVerdict::inside_the_noise);
  const bool better = *s.against_first->difference > 0;
  return text_of(better ? "compare.better" : "compare.worse", word(base == 1 ? "one head" : "the first"));
}

Bilingual answer_in_words(const std::vector<HeadSummary>& summaries) {
  if (summaries.size() < 2) return text_of("compare.nothing");
  const std::int64_t base = summaries.front().heads;
  // By the seeds that both have: after Ctrl-C some models have one run more.
  const auto gain = [&](const HeadSummary& s) {
    const double of_means = s.bleu.mean - summaries.front().bleu.mean;
    return s.against_first ? s.against_first->difference.value_or(of_means) : 0;
  };
  const auto best = std::ranges::max_element(summaries, {}, gain);
  if (best == summaries.begin()) return text_of("compare.none better", base);
  const HeadComparison& c = *best->against_first;
  const std::string have = best->heads == 1 ? "1 head has" : fmt::format("{} heads have", best->heads);
  if (!c.difference) return text_of("compare.no pair", have, best->heads, base);
  Bilingual surely = text_of("compare.too few to tell");
  if (c.p_value)
    surely = text_of(
        "compare.surely", *c.p_value < 0.001 ? "<" : "=", p_text(*c.p_value),
        c.inside_the_noise() ? verdict_text(ClaimVerdict::inside_the_noise) : word("more than noise"));
  return text_of("compare.answer", have, best->heads, *c.difference, base, surely);
}

/// Explains the columns ± and p.
Bilingual note_on_chance(const std::vector<HeadSummary>& summaries) {
  const auto tested = std::ranges::count_if(
      summaries, [](const HeadSummary& s) { return s.against_first && s.against_first->p_value; });
  return tested == 0   ? text_of("compare.interval")
         : tested == 1 ? text_of("compare.interval and p")
                       : text_of("compare.interval and Holm's p", tested);
}

std::string report_of(const std::vector<HeadSummary>& summaries, Language language) {
  const std::int64_t base = summaries.front().heads;
  ResultTable table(
      {}, {"heads", "parameters", "runs", "test BLEU (95 %)", "", "p", "", "paper: BLEU", "perplexity"});
  table.columns[4] = text_of("compare.against", base);
  const auto add_row = [&](std::vector<TableCell> cells, const PaperRow* row) {
    cells.emplace_back(row != nullptr ? fmt::format("{:.1f}", row->bleu) : "–");
    cells.emplace_back(row != nullptr ? fmt::format("{:.2f}", row->perplexity) : "–");
    table.add(std::move(cells));
  };
  for (const HeadSummary& s : summaries) {
    const HeadComparison c = s.against_first.value_or(HeadComparison{});
    add_row({count_cell(s.heads), count_cell(s.parameters), std::to_string(s.runs), interval_text(s.bleu),
             c.difference ? fmt::format("{:+.2f}", *c.difference) : "",
             c.p_value ? (*c.p_value < 0.001 ? "< " : "") + p_text(*c.p_value) : "", verdict_beside(s, base)},
            paper_row(s.heads));
  }
  for (const PaperRow& row : paper_rows)  // what the paper has and this comparison has not
    if (std::ranges::find(summaries, row.heads, &HeadSummary::heads) == summaries.end())
      add_row({std::to_string(row.heads), "–", "–", "–", "", "", ""}, &row);
  const std::string shown = table_text(table, language);
  return fmt::format("{}\n{}\n{}\n\n{}\n", shown.substr(shown.find_first_not_of('\n')),
                     note_on_chance(summaries).in(language), text_of("compare.paper").in(language),
                     answer_in_words(summaries).in(language));
}

}  // namespace

std::string comparison_report(const std::vector<HeadTable>& tables, Language language) {
  std::string report;
  for (const HeadTable& table : tables) {
    if (!report.empty()) report += "\n";
    if (tables.size() > 1)
      report += text_of("compare.after", counted(table.epochs, "epoch"), table.epochs).in(language) + "\n";
    for (const Bilingual& rate : table.rates) report += rate.in(language) + "\n";
    report += report_of(table.summaries, language);
  }
  return report;
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SegmentStatistics, columns, values, references)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HeadRun, heads, epochs, learning_rate, seed, parameters, best_epoch,
                                   valid_loss, valid_bleu, test_bleu, test_chrf, trained, last_rise, seconds,
                                   statistics)

std::string runs_to_text(const std::vector<HeadRun>& runs) { return nlohmann::json(runs).dump(); }

std::vector<HeadRun> runs_from_text(const std::string& text) {
  nlohmann::json runs = nlohmann::json::parse(text);
  for (nlohmann::json& run : runs)  // older states do not have them
    for (const char* later : {"last_rise", "test_chrf", "trained"})
      if (run.is_object() && !run.contains(later)) run[later] = 0;
  return runs.get<std::vector<HeadRun>>();
}

void write_comparison(const std::filesystem::path& folder, const std::vector<HeadRun>& runs,
                      nlohmann::json about) {
  about["machine"] = describe_machine();
  about["runs"] = runs;
  about["summary"] = nlohmann::json::array();
  for (nlohmann::json& run : about["runs"]) {
    run["lr"] = run["learning_rate"];
    for (const char* name : {"learning_rate", "last_rise", "statistics"}) run.erase(name);
  }
  const auto number = [](const std::optional<double>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json();
  };
  for (const HeadTable& table : head_tables(runs)) {
    for (const HeadSummary& s : table.summaries) {
      const HeadComparison c = s.against_first.value_or(HeadComparison{});
      about["summary"].push_back(
          {{"heads", s.heads},
           {"epochs", s.epochs},
           {"lr", s.learning_rate},
           {"runs", s.runs},
           {"parameters", s.parameters},
           {"mean_test_bleu", s.bleu.mean},
           {"half_width_95", number(s.bleu.half_width)},
           {"difference", number(c.difference)},
           {"difference_half_width", number(c.interval ? c.interval->half_width : std::nullopt)},
           {"p_value_single", number(c.p_value_single)},
           {"p_value", number(c.p_value)},
           {"inside_the_noise", c.p_value ? nlohmann::json(c.inside_the_noise()) : nlohmann::json()}});
    }
  }
  write_json(folder / "results.json", about);
  std::string csv =
      "heads,seed,epochs,lr,parameters,best_epoch,valid_loss,valid_bleu,test_bleu,test_chrf,seconds\n";
  for (const HeadRun& r : runs)
    csv += fmt::format("{},{},{},{},{},{},{:.6f},{:.4f},{:.4f},{:.4f},{:.2f}\n", r.heads, r.seed, r.epochs,
                       r.learning_rate, r.parameters, r.best_epoch, r.valid_loss, r.valid_bleu, r.test_bleu,
                       r.test_chrf, r.seconds);
  atomic_write(folder / "results.csv", csv);
}

namespace {

constexpr double head_claim = 0.9;  // BLEU that C6's document says one head loses
/// Models whose validation BLEU rose by more than this in the last epoch, on average, are still learning.
constexpr double still_learning = 2 * head_claim;

}  // namespace

ClaimVerdict verdict_of_heads(const MeanInterval& difference) {
  if (!difference.half_width) return ClaimVerdict::one_seed;
  const double low = least_of(difference), high = most_of(difference);
  if (low > 0)
    return low <= head_claim && head_claim <= high ? ClaimVerdict::holds : ClaimVerdict::holds_in_part;
  return high < head_claim ? ClaimVerdict::does_not_hold : ClaimVerdict::inside_the_noise;
}

Finding found_of_heads(const std::vector<HeadRun>& runs, const Bilingual& where) {
  Finding found{.verdict = ClaimVerdict::not_measured,
                .tables = {{{}, {"heads", "BLEU (95 %)", "against one (95 %)", "p", "paper"}}}};
  std::vector<HeadSummary> all;
  for (const HeadTable& table : head_tables(runs))
    all.insert(all.end(), table.summaries.begin(), table.summaries.end());
  const HeadSummary* best = nullptr;
  for (const HeadSummary& s : all) {
    const HeadComparison c = s.against_first.value_or(HeadComparison{});
    const PaperRow* const paper = paper_row(s.heads);
    found.tables[0].add(
        {count_cell(s.heads),
         {interval_text(s.bleu), number_of(s.bleu, "BLEU")},
         c.interval ? TableCell(interval_text(*c.interval, "{:+.2f}"), number_of(*c.interval, "BLEU")) : "",
         c.p_value ? TableCell(p_text(*c.p_value), CellNumber{.value = *c.p_value}) : "",
         paper != nullptr ? fmt::format("{:.1f}", paper->bleu) : "–"});
    if (c.interval && (best == nullptr || c.interval->mean > best->against_first->interval->mean)) best = &s;
  }
  if (best == nullptr) return found;
  const MeanInterval& difference = *best->against_first->interval;
  double rise = 0;
  for (const HeadRun& run : runs) rise += run.last_rise / static_cast<double>(runs.size());
  const bool learning = rise > still_learning;
  const ClaimVerdict verdict = verdict_of_heads(difference);
  if (!learning) found.verdict = verdict;
  const char* const side = verdict == ClaimVerdict::inside_the_noise ? "C6.noise"
                           : verdict == ClaimVerdict::holds          ? "C6.holds"
                           : verdict == ClaimVerdict::does_not_hold  ? "C6.not"
                           : difference.mean > head_claim            ? "C6.more"
                                                                     : "C6.less";
  found.measured = text_of("C6.measured", where, best->heads, interval_text(difference, "{:+.2f}"),
                           counted(static_cast<std::int64_t>(best->runs), "seed"), best->runs,
                           learning ? text_of("C6.still learning", rise)
                           : verdict == ClaimVerdict::one_seed
                               ? text_of("C6.one seed")
                               : text_of("C6.least", text_of(side), *difference.half_width));
  return found;
}

Finding one_head_is_worse(const ExperimentOptions& options) {
  // A training of compare-heads, but 5 epochs, as 16 of them have to fit into six minutes, also beside other
  // work.
  TranslationSession session{.run = {.epochs = 5}};
  if (options.quick) {
    session = grammar_session(options);
    session.run.epochs = 3;
  } else {
    session.model.layer = {.d_model = 64, .heads = 1, .dim_feedforward = 128, .max_length = 202};
    session.run.learning_rate = automatic_learning_rate(run_of(session));
  }
  const TranslationData data = options.quick
                                   ? grammar_data(options)
                                   : make_translation_data(toy_corpus({.train = 16'000, .level = 3}), {});
  const HeadPlan plan{
      .heads = options.quick ? std::vector<std::int64_t>{1, 4} : std::vector<std::int64_t>{1, 2, 4, 8},
      .epochs = {session.run.epochs},
      .learning_rates = {session.run.learning_rate},
      .first_seed = options.seed,
      .seeds = options.quick ? 2 : 4};
  Finding finding = found_of_heads(run_plan(data, session, plan).runs, text_of("C6.on the grammar"));
  finding.tables[0].title = text_of("C6.table");
  finding.measured = text_of("C6.longer", finding.measured);
  return finding;
}

}  // namespace heed
