#include "tools/compare/run_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "lib/core/seconds.hpp"
#include "lib/report/number.hpp"
#include "lib/text/display.hpp"
#include "tools/language/duration.hpp"
#include "tools/language/spoken.hpp"
#include "tools/training/kept_training.hpp"

namespace heed {
namespace {

constexpr const char* finished_runs_key = "heed.finished_runs";

std::string outcome_of(const HeadRun& run) {
  if (run.best_epoch == 0)
    return spoken("no better than untrained: counts as BLEU 0", "학습 전보다 낫지 않음: BLEU 0으로 침");
  return spoken("best epoch {:>2}  valid BLEU {:.2f}  test BLEU {:.2f}",
                "가장 좋은 에포크 {:>2}  검증 BLEU {:.2f}  시험 BLEU {:.2f}", run.best_epoch, run.valid_bleu,
                run.test_bleu);
}

}  // namespace

RanPlan run_plan(const TranslationData& data, const TranslationSession& session, const HeadPlan& plan,
                 const RunPlanOptions& options) {
  const std::vector<PlannedRun> planned = plan_runs(plan);
  const std::int64_t total = std::ssize(planned);
  int widest = 0;
  for (const PlannedRun& run : planned)
    widest = std::max(widest, display_width(describe(run, plan, spoken_language())));
  RanPlan done;
  if (options.kept) {
    if (const std::string text = options.kept->remembered(finished_runs_key); !text.empty()) {
      done.runs = runs_from_text(text);
      fmt::print("{}\n\n",
                 spoken("Going on after {0} of {3}, in the next one after step {2}",
                        "학습 {1}번 가운데 {0}번 뒤, 그다음 학습의 {2}단계 뒤부터 이어서 함",
                        done.runs.size(), total, options.kept->steps_before(), counted(total, "run")));
      std::fflush(stdout);
    }
  }
  const std::int64_t before = std::ssize(done.runs);
  const auto start = std::chrono::steady_clock::now();
  for (std::int64_t number = before + 1; number <= total; ++number) {
    const PlannedRun& next = planned[static_cast<std::size_t>(number - 1)];
    if (options.kept) options.kept->remember(finished_runs_key, runs_to_text(done.runs));
    std::optional<HeadRun> run = train_heads(data, session, next,
                                             {.talk = Talk::bar,
                                              .label = spoken("run {}/{}  {}", "학습 {}/{}  {}", number,
                                                              total, describe(next, plan, spoken_language())),
                                              .kept = options.kept},
                                             options.model ? options.model(next) : std::filesystem::path());
    if (!run) {
      done.interrupted = true;
      break;
    }
    const double an_epoch = seconds_since(start) / epochs_of(planned, before, number);
    const auto duration = [](double seconds) { return duration_in(seconds, spoken_language()); };
    fmt::print("{}\n",
               spoken("run {:>2}/{}  {}  seed {}  {}  {}; {} left",
                      "학습 {:>2}/{}  {}  시드 {}  {}  {}, 남은 시간 {}", number, total,
                      pad(describe(next, plan, spoken_language()), widest), run->seed, outcome_of(*run),
                      duration(run->seconds), duration(an_epoch * epochs_of(planned, number, total))));
    std::fflush(stdout);
    done.runs.push_back(std::move(*run));
    if (options.after_each) options.after_each(done.runs);
  }
  return done;
}

}  // namespace heed
