// Trains the models of a comparison of heads.
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/score/bleu.hpp"
#include "lib/score/chrf.hpp"
#include "tools/language/tr.hpp"
#include "tools/measure/head_comparison.hpp"
#include "tools/training/checkpointer.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {
namespace {

constexpr const char* finished_runs_key = "heed.finished_runs";

/// Sums of the rows of each block, of which all have the same number of sentences but for one.
SegmentStatistics in_blocks(const SegmentStatistics& all) {
  constexpr std::size_t blocks = 40;
  SegmentStatistics sums{.columns = all.columns, .values = {}, .references = all.references};
  sums.values.resize(std::min(blocks, all.rows()) * all.columns);
  for (std::size_t i = 0; i < all.rows(); ++i)
    for (std::size_t k = 0; k < all.columns; ++k)
      sums.values[i * sums.rows() / all.rows() * all.columns + k] += all.row(i)[k];
  return sums;
}

/// A training of `next`, and `session` for all else. Nothing if Ctrl-C came before its end.
std::optional<HeadRun> train_heads(const TranslationData& data, TranslationSession session,
                                   const PlannedRun& next, const SessionPlace& place) {
  session.model.layer.heads = next.heads;
  session.run.learning_rate = next.learning_rate;
  session.run.seed = next.seed;
  HeadRun run{.heads = next.heads,
              .d_model = session.model.layer.d_model,
              .learning_rate = next.learning_rate,
              .seed = next.seed};
  std::vector<std::string> written(data.test.examples.size());  // nothing by a training that diverges
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
      run.valid_bleu = best.valid_score.value_or(0);
      run.last_rise = training.epochs.back().valid_score.value_or(0);  // of one epoch from 0
      if (training.epochs.size() > 1)
        run.last_rise -= training.epochs[training.epochs.size() - 2].valid_score.value_or(0);
      written = scored_texts(data.target.tokenizer,
                             trained.translator.decode_all(sources_of(data.test), {.beam = 1}))
                    .words;
    }
  } catch (const NumericError&) {
    run.best_epoch = 0;
  }
  run.statistics = Bleu({.tokenize = BleuTokenizer::none}).statistics(written, {data.test.references.words});
  run.test_bleu = bleu_of(run.statistics);
  run.test_chrf = Chrf().corpus(written, {data.test.references.words}).score;
  return run;
}

}  // namespace

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SegmentStatistics, columns, values, references)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(HeadRun, heads, d_model, learning_rate, seed, parameters,
                                                trained, best_epoch, valid_bleu, test_bleu, test_chrf,
                                                last_rise, seconds, statistics)

std::string csv_line(const HeadRun& run) {
  const auto field = [](std::string text) {
    std::ranges::replace(text, ',', ' ');
    return text;
  };
  return fmt::format("{},{},{},{},{},{},{},{},{:.4f},{:.4f},{:.4f},{:.1f},{},{},{}\n", field(run.task),
                     run.heads, run.d_model, run.learning_rate, run.seed, run.parameters, run.trained,
                     run.best_epoch, run.valid_bleu, run.test_bleu, run.test_chrf, run.seconds, run.commit,
                     field(run.processor), fmt::join(in_blocks(run.statistics).values, " "));
}

std::size_t planned_runs(const HeadTask& task) {
  const std::size_t trials = task.rates.size() > 1 && task.rates_of.empty() ? task.rates.size() : 0;
  return (trials + static_cast<std::size_t>(task.seeds)) * task.heads.size();
}

std::optional<PlannedRun> next_run(const HeadTask& task, const std::vector<HeadRun>& done) {
  const auto find = [&](const std::string& name, std::int64_t heads, double rate, std::uint64_t seed) {
    return std::ranges::find_if(done, [&](const HeadRun& one) {
      return one.task == name && one.heads == heads && one.learning_rate == rate && one.seed == seed;
    });
  };
  std::map<std::int64_t, std::pair<double, double>> best;  // validation BLEU and rate of each number of heads
  for (const double rate : task.rates) {
    for (const std::int64_t heads : task.heads) {
      const auto trial = find(task.rates_of.empty() ? task.name : task.rates_of, heads, rate, trial_seed);
      if (trial == done.end() && !task.rates_of.empty())
        throw_error<UsageError>(tr_noop("{}: the trials of {} come first"), task.name, task.rates_of);
      if (task.rates.size() > 1 && trial == done.end())
        return PlannedRun{.heads = heads, .learning_rate = rate, .seed = trial_seed};
      best[heads] = std::max(best[heads], std::pair(trial == done.end() ? 0 : trial->valid_bleu, rate));
    }
  }
  const std::uint64_t first = task.session.run.seed;
  for (std::uint64_t seed = first; seed < first + static_cast<std::uint64_t>(task.seeds); ++seed)
    for (const std::int64_t heads : task.heads)
      if (const double rate = best[heads].second; find(task.name, heads, rate, seed) == done.end())
        return PlannedRun{.heads = heads, .learning_rate = rate, .seed = seed};
  return std::nullopt;
}

bool train_missing(const HeadTask& task, const TranslationData& data, std::vector<HeadRun>& done,
                   const std::function<void(const HeadRun&)>& add, Checkpointer* kept) {
  const std::size_t all = planned_runs(task);
  if (const std::string text = kept ? kept->remembered(finished_runs_key) : ""; !text.empty()) {
    done = nlohmann::json::parse(text).get<std::vector<HeadRun>>();
    for (HeadRun& run : done) run.task = task.name;
    fmt::print("{}\n\n", tr("Going on after {} of {} runs, in the next one after step {}", done.size(), all,
                            kept->steps_before()));
    std::fflush(stdout);
  }
  const auto duration = [](double seconds) { return duration_in(seconds, spoken_language()); };
  const auto start = std::chrono::steady_clock::now();
  for (double trained = 1; const auto next = next_run(task, done); ++trained) {
    const auto number = static_cast<std::size_t>(1 + std::ranges::count(done, task.name, &HeadRun::task));
    TranslationSession session = task.session;
    if (task.head_width > 0) {
      session.model.layer.d_model = task.head_width * next->heads;
      session.model.layer.dim_feedforward = 2 * session.model.layer.d_model;
    }
    const std::string label = tr("run {:>2}/{}  {}: heads {}, lr {}, seed {}", number, all, task.name,
                                 next->heads, next->learning_rate, next->seed);
    if (kept) kept->remember(finished_runs_key, nlohmann::json(done).dump());
    auto run = train_heads(data, session, *next, {.talk = Talk::bar, .label = label, .kept = kept});
    if (!run) return false;
    run->task = task.name;
    add(*run);
    const std::string outcome = run->best_epoch == 0
                                    ? tr("no better than untrained: counts as BLEU 0")
                                    : tr("best epoch {} of {}, valid BLEU {:.2f}, test BLEU {:.2f}",
                                         run->best_epoch, run->trained, run->valid_bleu, run->test_bleu);
    const double each = seconds_since(start) / trained;
    fmt::print("{}\n", tr("{}; {}, {}; {} left", label, outcome, duration(run->seconds),
                          duration(each * static_cast<double>(all - number))));
    std::fflush(stdout);
  }
  return true;
}

}  // namespace heed
