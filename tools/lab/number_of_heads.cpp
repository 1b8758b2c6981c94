// C6: one head or several, by BLEU.
#include <algorithm>
#include <chrono>

#include "lib/core/seconds.hpp"
#include "lib/files/folders.hpp"
#include "tools/compare/run_plan.hpp"
#include "tools/lab/both.hpp"
#include "tools/lab/given_data.hpp"
#include "tools/lab/translator.hpp"
#include "tools/language/spoken.hpp"
#include "tools/training/kept_training.hpp"

namespace heed {
namespace {

/// What the paper's table 3 has for so many heads.
const char* paper_bleu(std::int64_t heads) {
  switch (heads) {
    case 1:
      return "24.9";
    case 4:
      return "25.5";
    case 8:
    case 16:
      return "25.8";
    case 32:
      return "25.4";
    default:
      return "–";
  }
}

std::string with_interval(const MeanInterval& bleu) {
  return fmt::format("{:.2f} ± {:.2f}", bleu.mean, bleu.half_width.value_or(0));
}

struct HeadsFound {
  Table table;
  LabVerdict verdict = LabVerdict::inside_the_noise;
  Bilingual measured{};
};

/// Of finished runs: the table, and the verdict of the best number of heads against one. `where`: "on the
/// embedded grammar".
HeadsFound judge(const std::vector<HeadRun>& runs, const HeadPlan& plan, const Bilingual& where) {
  HeadsFound found{.table = {.columns = {{"heads", Align::right},
                                         {"BLEU (95 %)", Align::right},
                                         {"against one", Align::right},
                                         {"p", Align::right},
                                         {"paper", Align::right}}}};
  const HeadTables tables = tabulate(runs);
  const HeadSummary* best = nullptr;
  for (const HeadSummary& s : tables.summaries) {
    const HeadComparison c = s.against_first.value_or(HeadComparison{});
    found.table.rows.push_back({std::to_string(s.heads), with_interval(s.bleu),
                                c.difference ? fmt::format("{:+.2f}", *c.difference) : "",
                                c.p_value ? fmt::format("{:.3f}", *c.p_value) : "", paper_bleu(s.heads)});
    if (c.difference && (!best || *c.difference > *best->against_first->difference)) best = &s;
  }
  if (!best) return found;
  const HeadComparison& c = *best->against_first;
  if (c.p_value && !c.inside_the_noise())
    found.verdict = *c.difference > 0 ? LabVerdict::holds : LabVerdict::does_not_hold;
  found.measured = {
      fmt::format("{} {} heads are {:+.2f} BLEU from one (p {:.3f}, {} seeds, equal parameters)",
                  where.english, best->heads, *c.difference, c.p_value.value_or(1), plan.seeds),
      fmt::format("{} 헤드 {}개는 하나보다 BLEU {:+.2f}입니다 (p {:.3f}, 시드 {}개, 같은 매개변수 수)",
                  where.korean, best->heads, *c.difference, c.p_value.value_or(1), plan.seeds)};
  return found;
}

/// Three seeds of each number of heads; quick: two of 1 and 4 heads.
HeadPlan plan_of(const LabOptions& options, const TranslationSession& session,
                 const std::vector<std::int64_t>& heads) {
  return {.heads = options.quick ? std::vector<std::int64_t>{1, 4} : heads,
          .epochs = {session.run.epochs},
          .learning_rates = {session.run.learning_rate},
          .first_seed = options.seed,
          .seeds = options.quick ? 2 : 3};
}

/// What must be the same when it goes on.
TrainingIdentity identity_of(const TranslationData& data, const TranslationSession& session,
                             const HeadPlan& plan, const LabOptions& options) {
  nlohmann::json settings{{"claim", "C6"},
                          {"quick", options.quick},
                          {"seed", options.seed},
                          {"heads", plan.heads},
                          {"seeds", plan.seeds},
                          {"d_model", session.model.layer.d_model},
                          {"lr", session.run.learning_rate}};
  settings.update(data_identity(data));
  return {.settings = std::move(settings),
          .may_change = {"seeds"},
          .epochs = session.run.epochs,
          .schedule_knows_epochs = true};
}

GivenFinding on_given_data(const LabOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const TranslationData data = given_data(options);
  const TranslationSession session = given_session(options);
  const HeadPlan plan = plan_of(options, session, {1, 4, 8});
  const std::filesystem::path state =
      std::filesystem::path("runs") / ("lab-C6-" + given_file_name(options)) / "comparison.safetensors";
  make_folders(state.parent_path());
  const bool resume = options.given->resume && StateFile(state).exists();
  KeptTraining kept(state, {.resume = resume}, identity_of(data, session, plan, options), Keeps::state);
  const RanPlan done = run_plan(data, session, plan, {.kept = &kept});
  if (!done.interrupted) {
    kept.remove_state();
    std::error_code not_empty;
    std::filesystem::remove(state.parent_path(), not_empty);
  } else {
    fmt::print("{}\n", spoken("Interrupted after {} of {} runs; to go on: the same command with --resume",
                              "{}/{}번째 학습까지 하고 멈춤; 이어 하려면 같은 명령에 --resume",
                              done.runs.size(), plan_runs(plan).size()));
  }
  const HeadsFound found = judge(done.runs, plan, both("on {}", "{}에서", given_name(options)));
  return {.command = given_command("C6", options),
          .verdict = found.verdict,
          .measured = found.measured,
          .table = {both("test BLEU on {}, greedy; epochs: {}", "{}의 시험 BLEU, 탐욕 탐색, 에폭 {}번",
                         given_name(options), session.run.epochs),
                    found.table},
          .seconds = seconds_since(start)};
}

}  // namespace

Finding one_head_is_worse(const LabOptions& options) {
  std::optional<GivenFinding> given;
  if (options.given) given = on_given_data(options);
  const TranslationData data = lab_corpus(options);
  TranslationSession session = lab_session(options);
  session.run.epochs = options.quick ? 3 : 6;
  const HeadPlan plan = plan_of(options, session, {1, 2, 4, 8});
  const HeadsFound found =
      judge(run_plan(data, session, plan).runs, plan, {"on the embedded grammar", "내장 문법에서"});
  Finding finding{.verdict = found.verdict, .measured = found.measured, .given = std::move(given)};
  finding.tables.push_back({{"test BLEU, greedy; the paper's on newstest2013, a far larger model",
                             "시험 BLEU, 탐욕 탐색; 논문은 newstest2013, 훨씬 큰 모델"},
                            found.table});
  return finding;
}

}  // namespace heed
