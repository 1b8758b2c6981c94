// C6: one head or several, by BLEU.
#include <chrono>

#include "lib/core/seconds.hpp"
#include "lib/data/toy_grammar.hpp"
#include "lib/files/folders.hpp"
#include "tools/compare/run_plan.hpp"
#include "tools/lab/given_data.hpp"
#include "tools/lab/head_difference.hpp"
#include "tools/lab/translator.hpp"
#include "tools/language/both.hpp"
#include "tools/language/spoken.hpp"
#include "tools/training/kept_training.hpp"

namespace heed {
namespace {

/// 1, 2, 4 and 8 heads, as compare-heads has them. Quick: two seeds of 1 and 4.
HeadPlan plan_of(const LabOptions& options, const TranslationSession& session, std::int64_t seeds) {
  return {.heads = options.quick ? std::vector<std::int64_t>{1, 4} : std::vector<std::int64_t>{1, 2, 4, 8},
          .epochs = {session.run.epochs},
          .learning_rates = {session.run.learning_rate},
          .first_seed = options.seed,
          .seeds = options.quick ? 2 : seeds};
}

/// A training of compare-heads, and its data: level 3, but 16,000 pairs and 5 epochs, as 16 of them have to
/// fit into six minutes, also beside other work. Quick: a short one.
TranslationSession grammar_session(const LabOptions& options) {
  if (options.quick) {
    TranslationSession session = lab_session(options);
    session.run.epochs = 3;
    return session;
  }
  TranslationSession session{.run = {.epochs = 5}};
  session.model.layer = {.d_model = 64, .heads = 1, .dim_feedforward = 128, .max_length = 202};
  session.run.learning_rate = automatic_learning_rate(run_of(session));
  return session;
}

TranslationData grammar_data(const LabOptions& options) {
  return options.quick ? lab_corpus(options)
                       : make_translation_data(toy_corpus({.train = 16'000, .level = 3}), {});
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
                          {"warmup", session.run.warmup},
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
  const HeadPlan plan = plan_of(options, session, 3);
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
  HeadsFound found = found_of_heads(done.runs, both("on {}", "{}에서", given_name(options)));
  found.table.title = both("test BLEU on {}, greedy; epochs: {}", "{}의 시험 BLEU, 탐욕 탐색, 에폭 {}번",
                           given_name(options), session.run.epochs);
  return {.command = given_command("C6", options),
          .verdict = found.verdict,
          .measured = found.measured,
          .table = std::move(found.table),
          .seconds = seconds_since(start)};
}

}  // namespace

Finding one_head_is_worse(const LabOptions& options) {
  std::optional<GivenFinding> given;
  if (options.given) given = on_given_data(options);
  const TranslationData data = grammar_data(options);
  const TranslationSession session = grammar_session(options);
  const HeadPlan plan = plan_of(options, session, 4);
  HeadsFound found =
      found_of_heads(run_plan(data, session, plan).runs, {"on the embedded grammar", "내장 문법에서"});
  const Bilingual measured =
      both("{}. `./heed compare-heads` trains longer: docs/results.md",
           "{}. `./heed compare-heads`는 더 오래 학습합니다: docs/results.md", found.measured);
  Finding finding{.verdict = found.verdict, .measured = measured, .given = std::move(given)};
  if (found.verdict == LabVerdict::holds_in_part) finding.answer = LabAnswer::no;  // worse, but not by 0.9
  found.table.title = {"test BLEU, greedy; the paper's on newstest2013, a far larger model",
                       "시험 BLEU, 탐욕 탐색; 논문은 newstest2013, 훨씬 큰 모델"};
  finding.tables.push_back(std::move(found.table));
  return finding;
}

}  // namespace heed
