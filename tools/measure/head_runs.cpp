// Trains the models of a comparison of heads.
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "lib/core/error_types.hpp"
#include "lib/core/seconds.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/folders.hpp"
#include "lib/report/number.hpp"
#include "lib/score/bleu.hpp"
#include "lib/score/chrf.hpp"
#include "tools/language/duration.hpp"
#include "tools/language/tr.hpp"
#include "tools/measure/head_comparison.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/checkpointer.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {
namespace {

constexpr const char* finished_runs_key = "heed.finished_runs";

/// Names what tells a run from the others but its seed: "4 heads", and settings with several values.
std::string run_title(const PlannedRun& run, const HeadPlan& plan) {
  std::string text = trn("{} head", "{} heads", run.heads);
  if (plan.epochs.size() > 1) text += "  " + trn("{} epoch", "{} epochs", run.epochs);
  if (plan.learning_rates.size() > 1) text += "  " + tr("lr {}", run.learning_rate);
  return text;
}

/// Keeps a model as heed translate would leave it.
void keep_model(const std::filesystem::path& model, const TrainedTranslator& trained,
                const TranslationData& data, const std::vector<std::string>& written, const HeadRun& run,
                const TrainingRecord& record) {
  make_folders(model.parent_path());
  trained.translator.save(model);
  const TrainingResult& training = trained.training;
  write_history(history_of(model), {.seed = run.seed,
                                    .planned_epochs = run.epochs,
                                    .best_epoch = training.best_epoch,
                                    .ended_by = training.ended_by,
                                    .seconds = training.seconds,
                                    .epochs = training.epochs,
                                    .record = record});
  std::vector<std::string> sources;
  for (const SentencePair& pair : data.test.pairs) sources.push_back(pair.source);
  const auto write = [&](const char* name, const std::vector<std::string>& lines) {
    atomic_write(beside_model(model, name), fmt::format("{}\n", fmt::join(lines, "\n")));
  };
  write("test.source.txt", sources);
  write("test.reference.txt", data.test.references.words);
  write("test.greedy.txt", written);
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
    const TrainingResult& training = trained.training;
    run.parameters = module_of(trained.translator.model()).parameter_count();
    run.seconds = training.seconds;
    run.trained = std::ssize(training.epochs);
    if (place.kept && (training.interrupted || training.best_epoch > 0)) place.kept->finish(training);
    if (training.interrupted) return std::nullopt;
    if (training.best_epoch > 0) {
      run.best_epoch = training.best_epoch;
      const EpochReport& best = training.epochs[static_cast<std::size_t>(run.best_epoch - 1)];
      run.valid_loss = best.valid_loss;
      run.valid_bleu = best.valid_score.value_or(0);
      run.last_rise = training.epochs.back().valid_score.value_or(0);  // of one epoch from 0
      if (training.epochs.size() > 1)
        run.last_rise -= training.epochs[training.epochs.size() - 2].valid_score.value_or(0);
      const ScoredTexts written = scored_texts(
          data.target.tokenizer, trained.translator.decode_all(sources_of(data.test), {.beam = 1}));
      run.statistics = bleu.statistics(written.words, {data.test.references.words});
      run.test_bleu = bleu.score_of(run.statistics.sums());
      run.test_chrf = Chrf().corpus(written.words, {data.test.references.words}).score;
      if (!model.empty() && first_process())
        keep_model(model, trained, data, written.words, run,
                   place.kept ? place.kept->record() : TrainingRecord());
      return run;
    }
  } catch (const NumericError&) {
    run.best_epoch = 0;
  }
  // It diverged: its model translates nothing.
  run.statistics =
      bleu.statistics(std::vector<std::string>(data.test.examples.size()), {data.test.references.words});
  return run;
}

std::vector<PlannedRun> plan_runs(const HeadPlan& plan) {
  std::vector<PlannedRun> runs;
  for (std::int64_t seed = 0; seed < plan.seeds; ++seed)
    for (const std::int64_t epochs : plan.epochs)
      for (const double rate : plan.learning_rates)
        for (const std::int64_t heads : plan.heads)
          runs.push_back({.heads = heads,
                          .epochs = epochs,
                          .learning_rate = rate,
                          .seed = plan.first_seed + static_cast<std::uint64_t>(seed)});
  return runs;
}

RanPlan run_plan(const TranslationData& data, const TranslationSession& session, const HeadPlan& plan,
                 const RunPlanOptions& options) {
  const std::vector<PlannedRun> planned = plan_runs(plan);
  RanPlan done;
  if (options.kept) {
    if (const std::string text = options.kept->remembered(finished_runs_key); !text.empty()) {
      done.runs = runs_from_text(text);
      fmt::print("{}\n\n", tr("Going on after {} of {} runs, in the next one after step {}", done.runs.size(),
                              planned.size(), options.kept->steps_before()));
      std::fflush(stdout);
    }
  }
  const auto start = std::chrono::steady_clock::now();
  // A run takes about as long as it has epochs.
  double epochs_done = 0, epochs_left = 0;
  for (std::size_t i = done.runs.size(); i < planned.size(); ++i)
    epochs_left += static_cast<double>(planned[i].epochs);
  for (std::size_t i = done.runs.size(); i < planned.size(); ++i) {
    const PlannedRun& next = planned[i];
    const std::string title = run_title(next, plan), number = fmt::format("{:>2}/{}", i + 1, planned.size());
    if (options.kept) options.kept->remember(finished_runs_key, runs_to_text(done.runs));
    std::optional<HeadRun> run =
        train_heads(data, session, next,
                    {.talk = Talk::bar, .label = tr("run {}  {}", number, title), .kept = options.kept},
                    options.model ? options.model(next) : std::filesystem::path());
    if (!run) {
      done.interrupted = true;
      break;
    }
    epochs_done += static_cast<double>(next.epochs), epochs_left -= static_cast<double>(next.epochs);
    const std::string outcome = run->best_epoch == 0
                                    ? tr("no better than untrained: counts as BLEU 0")
                                    : tr("best epoch {:>2}  valid BLEU {:.2f}  test BLEU {:.2f}",
                                         run->best_epoch, run->valid_bleu, run->test_bleu);
    const auto duration = [](double seconds) { return duration_in(seconds, spoken_language()); };
    fmt::print("{}\n",
               tr("run {}  {}  seed {}  {}  {}; {} left", number, title, run->seed, outcome,
                  duration(run->seconds), duration(seconds_since(start) / epochs_done * epochs_left)));
    std::fflush(stdout);
    done.runs.push_back(std::move(*run));
    if (options.after_each) options.after_each(done.runs);
  }
  return done;
}

}  // namespace heed
