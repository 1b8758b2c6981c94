// A comparison of heads as a table, in words, and in files.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/files/read_file.hpp"
#include "lib/report/number.hpp"
#include "lib/text/display.hpp"
#include "tools/measure/head_comparison.hpp"
#include "tools/measure/results.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

constexpr std::array paper_rows{PaperRow{1, 5.29, 24.9}, PaperRow{4, 5.00, 25.5}, PaperRow{8, 4.92, 25.8},
                                PaperRow{16, 4.91, 25.8}, PaperRow{32, 5.01, 25.4}};

Bilingual verdict(const HeadSummary& s, std::int64_t base) {
  if (!s.against_first) return {};
  if (!s.against_first->p_value) return text_of("compare.too few seeds");
  if (s.against_first->inside_the_noise()) return verdict_text(ClaimVerdict::inside_the_noise);
  const bool better = *s.against_first->difference > 0;
  return text_of(better ? "compare.better" : "compare.worse", word(base == 1 ? "one head" : "the first"));
}

Bilingual answer(const std::vector<HeadSummary>& summaries) {
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

constexpr const char* titles =
    "heads,seed,epochs,lr,parameters,best_epoch,valid_loss,valid_bleu,test_bleu,seconds";

/// "," and nothing else.
struct Comma {};
std::istream& operator>>(std::istream& in, Comma) {
  if (in.get() != ',') in.setstate(std::ios::failbit);
  return in;
}

}  // namespace

const PaperRow* paper_row(std::int64_t heads) {
  const auto* const row = std::ranges::find(paper_rows, heads, &PaperRow::heads);
  return row == paper_rows.end() ? nullptr : row;
}

std::string comparison_report(const std::vector<HeadSummary>& summaries, Language language) {
  if (summaries.empty()) return "";
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
             c.p_value ? (*c.p_value < 0.001 ? "< " : "") + p_text(*c.p_value) : "", verdict(s, base)},
            paper_row(s.heads));
  }
  for (const PaperRow& row : paper_rows)  // what the paper has and this comparison has not
    if (std::ranges::find(summaries, row.heads, &HeadSummary::heads) == summaries.end())
      add_row({std::to_string(row.heads), "–", "–", "–", "", "", ""}, &row);
  const std::string shown = table_text(table, language);
  return fmt::format("{}\n{}\n{}\n\n{}\n", shown.substr(shown.find_first_not_of('\n')),
                     note_on_chance(summaries).in(language), text_of("compare.paper").in(language),
                     answer(summaries).in(language));
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

std::string comparison_csv(const std::vector<HeadRun>& runs) {
  std::string csv = std::string(titles) + '\n';
  for (const HeadRun& r : runs)
    csv += fmt::format("{},{},{},{},{},{},{:.6f},{:.4f},{:.4f},{:.2f}\n", r.heads, r.seed, r.epochs,
                       r.learning_rate, r.parameters, r.best_epoch, r.valid_loss, r.valid_bleu, r.test_bleu,
                       r.seconds);
  return csv;
}

std::vector<HeadRun> runs_of_csv(const std::filesystem::path& file) {
  std::istringstream lines(read_text_file(file));
  std::vector<HeadRun> runs;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();  // saved again by a spreadsheet, as is the mark at the start
    if (number == 1 && (line == titles || line == std::string("\xEF\xBB\xBF") + titles)) continue;
    HeadRun r;
    constexpr Comma comma;
    std::istringstream in(line);
    in >> r.heads >> comma >> r.seed >> comma >> r.epochs >> comma >> r.learning_rate >> comma >>
        r.parameters >> comma >> r.best_epoch >> comma >> r.valid_loss >> comma >> r.valid_bleu >> comma >>
        r.test_bleu >> comma >> r.seconds;
    if (number == 1 || !in || in.peek() != EOF)
      throw_error<FormatError>("{}, line {}: no results.csv of heed compare-heads", printable(file.string()),
                               number);
    runs.push_back(std::move(r));
  }
  if (runs.empty())
    throw_error<FormatError>("{}: no run of heed compare-heads stands there", printable(file.string()));
  return runs;
}

void write_comparison(const std::filesystem::path& folder, const std::vector<HeadRun>& runs,
                      const std::vector<HeadSummary>& summaries, const ComparisonPlan& plan) {
  nlohmann::json all{{"task", plan.task},
                     {"planned_runs", plan.runs},
                     {"settings", plan.settings},
                     {"machine", describe_machine()},
                     {"runs", runs},
                     {"summary", nlohmann::json::array()}};
  for (nlohmann::json& run : all["runs"]) {
    run["lr"] = run["learning_rate"];
    for (const char* name : {"learning_rate", "last_rise", "statistics"}) run.erase(name);
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
         {"difference_half_width", number(c.interval ? c.interval->half_width : std::nullopt)},
         {"p_value_single", number(c.p_value_single)},
         {"p_value", number(c.p_value)},
         {"inside_the_noise", c.p_value ? nlohmann::json(c.inside_the_noise()) : nlohmann::json()}});
  }
  write_json(folder / "results.json", all);
  atomic_write(folder / "results.csv", comparison_csv(runs));
}

}  // namespace heed
