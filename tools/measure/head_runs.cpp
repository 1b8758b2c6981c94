#include "tools/measure/head_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/folders.hpp"
#include "lib/report/number.hpp"
#include "lib/score/bleu.hpp"
#include "lib/text/display.hpp"
#include "tools/language/duration.hpp"
#include "tools/language/spoken.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/kept_training.hpp"
#include "tools/training/model_place.hpp"
#include "tools/translation/train_translator.hpp"

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

namespace {

/// A run of a training without a result: its model translates nothing.
HeadRun diverged_run(HeadRun run, const TranslationData& data, const Bleu& bleu) {
  run.statistics =
      bleu.statistics(std::vector<std::string>(data.test.examples.size()), {data.test.references.words});
  return run;
}

/// Of the validation score; of one epoch from 0.
double last_rise(const std::vector<EpochReport>& epochs) {
  const double last = epochs.back().valid_score.value_or(0);
  return epochs.size() < 2 ? last : last - epochs[epochs.size() - 2].valid_score.value_or(0);
}

void keep_model(const std::filesystem::path& model, const TrainedTranslator& trained,
                const TranslationData& data, const std::vector<std::string>& written, const HeadRun& run,
                const TrainingRecord& record) {
  make_folders(model.parent_path());
  trained.translator.save(model);
  const TrainingResult& training = trained.session.training;
  write_history(history_of(model), {.seed = run.seed,
                                    .planned_epochs = run.epochs,
                                    .best_epoch = training.best_epoch,
                                    .ended_by = training.ended_by,
                                    .seconds = training.seconds,
                                    .epochs = training.epochs,
                                    .record = record});
  std::vector<std::string> sources;
  for (const SentencePair& pair : data.test.pairs) sources.push_back(pair.source);
  using Lines = const std::vector<std::string>*;
  for (const auto& [name, lines] : {std::pair<const char*, Lines>("test.source.txt", &sources),
                                    {"test.reference.txt", &data.test.references.words},
                                    {"test.greedy.txt", &written}})
    atomic_write(beside_model(model, name), fmt::format("{}\n", fmt::join(*lines, "\n")));
}

}  // namespace

std::optional<HeadRun> train_heads(const TranslationData& data, TranslationSession session,
                                   const PlannedRun& next, const SessionPlace& place,
                                   const std::filesystem::path& model) {
  session.model.layer.heads = next.heads;
  session.run.epochs = next.epochs;
  session.run.learning_rate = next.learning_rate;
  session.run.seed = next.seed;
  const Bleu bleu({.tokenize = BleuTokenizer::none});
  HeadRun run{
      .heads = next.heads, .epochs = next.epochs, .learning_rate = next.learning_rate, .seed = next.seed};
  try {
    const TrainedTranslator trained = train_translator(data, session, place);
    const TrainingResult& training = trained.session.training;
    run.parameters = module_of(trained.translator.model()).parameter_count();
    run.seconds = training.seconds;
    if (training.interrupted) {
      if (place.kept) place.kept->finish(training);
      return std::nullopt;
    }
    if (training.best_epoch == 0) return diverged_run(run, data, bleu);
    if (place.kept) place.kept->finish(training);
    run.best_epoch = training.best_epoch;
    const EpochReport& best = training.epochs[static_cast<std::size_t>(run.best_epoch - 1)];
    run.valid_loss = best.valid_loss;
    run.valid_bleu = best.valid_score.value_or(0);
    run.last_rise = last_rise(training.epochs);
    const ScoredTexts written = scored_texts(
        data.target.tokenizer, trained.translator.decode_all(sources_of(data.test), {.beam = 1}));
    run.statistics = bleu.statistics(written.words, {data.test.references.words});
    if (!model.empty() && first_process())
      keep_model(model, trained, data, written.words, run,
                 place.kept ? place.kept->record() : TrainingRecord());
    run.test_bleu = bleu.from_statistics(run.statistics).score;
    return run;
  } catch (const NumericError&) {
    return diverged_run(run, data, bleu);
  }
}

}  // namespace heed
