// C6: one head or several, by BLEU.
#include <fmt/format.h>

#include <algorithm>

#include "lib/data/toy_grammar.hpp"
#include "lib/report/number.hpp"
#include "lib/text/display.hpp"
#include "tools/measure/claims.hpp"
#include "tools/measure/grammar_translator.hpp"
#include "tools/measure/head_plan.hpp"
#include "tools/measure/rules.hpp"

namespace heed {
namespace {

/// How much validation BLEU rose in the last epoch, a mean over the runs.
double last_rise(const std::vector<HeadRun>& runs) {
  double sum = 0;
  for (const HeadRun& run : runs) sum += run.last_rise;
  return sum / static_cast<double>(runs.size());
}

/// Says how the interval stands to the document's 0.9.
Bilingual in_words(ClaimVerdict verdict, const MeanInterval& difference) {
  if (verdict == ClaimVerdict::one_seed) return text_of("C6.one seed");
  const Bilingual& side = text_of(verdict == ClaimVerdict::inside_the_noise ? "C6.noise"
                                  : verdict == ClaimVerdict::holds          ? "C6.holds"
                                  : verdict == ClaimVerdict::does_not_hold  ? "C6.not"
                                  : difference.mean > head_claim            ? "C6.more"
                                                                            : "C6.less");
  return text_of("C6.least", side, difference.half_width.value_or(0));
}

/// A training of compare-heads, but 5 epochs, as 16 of them have to fit into six minutes, also beside other
/// work. Quick: a short one.
TranslationSession session_of(const ExperimentOptions& options) {
  TranslationSession session{.run = {.epochs = 5}};
  if (options.quick) {
    session = grammar_session(options);
    session.run.epochs = 3;
    return session;
  }
  session.model.layer = {.d_model = 64, .heads = 1, .dim_feedforward = 128, .max_length = 202};
  session.run.learning_rate = automatic_learning_rate(run_of(session));
  return session;
}

}  // namespace

HeadsFound found_of_heads(const std::vector<HeadRun>& runs, const Bilingual& where) {
  HeadsFound found{.table = {{}, {"heads", "BLEU (95 %)", "against one (95 %)", "p", "paper"}}};
  if (runs.empty()) return found;
  const HeadSummary* best = nullptr;
  const std::vector<HeadSummary> summaries = tabulate(runs).summaries;
  for (const HeadSummary& s : summaries) {
    const HeadComparison c = s.against_first.value_or(HeadComparison{});
    const PaperRow* const paper = paper_row(s.heads);
    found.table.add(
        {count_cell(s.heads),
         {interval_text(s.bleu), number_of(s.bleu, "BLEU")},
         c.interval ? TableCell(interval_text(*c.interval, "{:+.2f}"), number_of(*c.interval, "BLEU")) : "",
         c.p_value ? TableCell(p_text(*c.p_value), *c.p_value) : "",
         paper != nullptr ? fmt::format("{:.1f}", paper->bleu) : "–"});
    if (c.interval && (best == nullptr || c.interval->mean > best->against_first->interval->mean)) best = &s;
  }
  if (best == nullptr) return found;
  const MeanInterval& difference = *best->against_first->interval;
  const double rise = last_rise(runs);
  const bool learning = rise > still_learning;
  found.verdict = learning ? ClaimVerdict::not_measured : verdict_of_heads(difference);
  found.measured =
      text_of("C6.measured", where, best->heads, interval_text(difference, "{:+.2f}"),
              counted(static_cast<std::int64_t>(best->runs), "seed"), best->runs,
              learning ? text_of("C6.still learning", rise) : in_words(found.verdict, difference));
  return found;
}

GivenFinding found_of_comparison(const std::filesystem::path& csv) {
  const std::vector<HeadRun> runs = runs_of_csv(csv);
  const std::string file = printable(csv.string()), name = printable(csv.filename().string());
  HeadsFound found = found_of_heads(runs, text_of("C6.in", name));
  double seconds = 0;
  for (const HeadRun& run : runs) seconds += run.seconds;
  const auto last = std::ranges::count_if(runs, [](const HeadRun& r) { return r.best_epoch == r.epochs; });
  found.table.title = text_of("C6.kept table", name, runs.front().epochs);
  return {.command = "./heed lab --from docs/claims.json --compared " + file + " --docs docs",
          .verdict = found.verdict,
          .measured = text_of("C6.kept", found.measured, last, runs.size()),
          .tables = {std::move(found.table)},
          .seconds = seconds};
}

Finding one_head_is_worse(const ExperimentOptions& options) {
  const TranslationData data = options.quick
                                   ? grammar_data(options)
                                   : make_translation_data(toy_corpus({.train = 16'000, .level = 3}), {});
  const TranslationSession session = session_of(options);
  const HeadPlan plan{
      .heads = options.quick ? std::vector<std::int64_t>{1, 4} : std::vector<std::int64_t>{1, 2, 4, 8},
      .epochs = {session.run.epochs},
      .learning_rates = {session.run.learning_rate},
      .first_seed = options.seed,
      .seeds = options.quick ? 2 : 4};
  HeadsFound found = found_of_heads(run_plan(data, session, plan).runs, text_of("C6.on the grammar"));
  found.table.title = text_of("C6.table");
  Finding finding{.verdict = found.verdict,
                  .measured = text_of("C6.longer", found.measured),
                  .tables = {std::move(found.table)}};
  if (found.verdict == ClaimVerdict::holds_in_part)
    finding.answer = ClaimAnswer::no;  // worse, but not by 0.9
  return finding;
}

}  // namespace heed
