// C6: one head or several, by BLEU.
#include <algorithm>

#include "tools/compare/train_heads.hpp"
#include "tools/lab/both.hpp"
#include "tools/lab/translator.hpp"
#include "tools/training/kept_training.hpp"

namespace heed {

Finding one_head_is_worse(const LabOptions& options) {
  const TranslationData data = lab_corpus(options);
  SessionOptions session = lab_session(options);
  session.epochs = options.quick ? 3 : 6;
  const std::vector<std::int64_t> heads =
      options.quick ? std::vector<std::int64_t>{1, 4} : std::vector<std::int64_t>{1, 2, 4, 8};
  const HeadPlan plan{.heads = heads,
                      .epochs = {session.epochs},
                      .learning_rates = {session.learning_rate},
                      .first_seed = options.seed,
                      .seeds = options.quick ? 2 : 3};
  std::vector<HeadRun> runs;
  for (const PlannedRun& next : plan_runs(plan)) {
    if (const std::optional<HeadRun> run =
            train_heads(data, session, next, {.talk = Talk::bar, .label = describe(next, plan)}))
      runs.push_back(*run);
  }
  const HeadTables tables = tabulate(runs);
  Table table{.columns = {{"heads", Align::right},
                          {"BLEU (95 %)", Align::right},
                          {"against one", Align::right},
                          {"p", Align::right},
                          {"paper", Align::right}}};
  const HeadSummary* best = nullptr;
  for (const HeadSummary& s : tables.summaries) {
    const HeadComparison c = s.against_first.value_or(HeadComparison{});
    const char* const paper = s.heads == 1 ? "24.9" : s.heads == 4 ? "25.5" : s.heads == 8 ? "25.8" : "–";
    table.rows.push_back({std::to_string(s.heads),
                          fmt::format("{:.2f} ± {:.2f}", s.bleu.mean, s.bleu.half_width.value_or(0)),
                          c.difference ? fmt::format("{:+.2f}", *c.difference) : "",
                          c.p_value ? fmt::format("{:.3f}", *c.p_value) : "", paper});
    if (c.difference && (!best || *c.difference > *best->against_first->difference)) best = &s;
  }
  Finding finding{.verdict = LabVerdict::inside_the_noise};
  if (best) {
    const HeadComparison& c = *best->against_first;
    if (c.p_value && !c.inside_the_noise())
      finding.verdict = *c.difference > 0 ? LabVerdict::holds : LabVerdict::does_not_hold;
    finding.measured = both(
        "on the embedded grammar {} heads are {:+.2f} BLEU from one (p {:.3f}, {} seeds, equal parameters)",
        "내장 문법에서 헤드 {}개는 하나보다 BLEU {:+.2f}입니다 (p {:.3f}, 시드 {}개, 같은 매개변수 수)",
        best->heads, *c.difference, c.p_value.value_or(1), plan.seeds);
  }
  finding.tables.push_back({{"test BLEU, greedy; the paper's on newstest2013, a far larger model",
                             "시험 BLEU, 탐욕 탐색; 논문은 newstest2013, 훨씬 큰 모델"},
                            table});
  return finding;
}

}  // namespace heed
