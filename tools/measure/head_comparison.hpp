// One head or many: trainings that differ in their number of heads and their seeds, and what may be
// concluded.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lib/score/metric.hpp"
#include "tools/measure/experiment.hpp"
#include "tools/measure/paired_seeds.hpp"
#include "tools/translation/data.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {

/// A task, and what all its models share but the number of heads.
struct HeadTask {
  std::string name{};
  TranslationSession session{};  // at most so many epochs; the first of the seeds
  std::vector<double> rates{};   // of several, each number of heads gets its best
  std::string rates_of{};        // the task whose trials say which is best; empty: its own
  std::int64_t seeds = 10;
  std::vector<std::int64_t> heads{1, 2, 4, 8};  // the first is what the others are compared with
  std::int64_t head_width = 0;                  // 0: d_model is session.model's; else head_width · heads
  std::string folder{}, source{}, target{};     // of the study's sentences; empty: made
};

/// One training.
struct PlannedRun {
  std::int64_t heads = 0;
  double learning_rate = 0;
  std::uint64_t seed = 0;
};

/// One trained model, judged on the test part.
struct HeadRun {
  std::string task{};
  std::int64_t heads = 0, d_model = 0;
  double learning_rate = 0;  // its largest
  std::uint64_t seed = 0;
  std::int64_t parameters = 0;
  std::int64_t trained = 0;     // epochs; fewer where patience ended it
  std::int64_t best_epoch = 0;  // 0: none was better than untrained: BLEU counts as 0
  double valid_bleu = 0, test_bleu = 0, test_chrf = 0;
  double last_rise = 0;  // of validation BLEU in the last epoch
  double seconds = 0;
  std::string commit{}, processor{};
  SegmentStatistics statistics{};  // BLEU's counts of each test sentence, or block of them, for the bootstrap
};

/// The seed of trials of a learning rate, which take no share in the comparison.
inline constexpr std::uint64_t trial_seed = 101;
inline bool is_trial(const HeadRun& run) { return run.seed == trial_seed; }

/// The next run of the plan of a task that `done` lacks: trials of several rates first, then all numbers of
/// heads of a seed before the next one, each with its rate of the best validation BLEU. Nothing when all are
/// there.
std::optional<PlannedRun> next_run(const HeadTask& task, const std::vector<HeadRun>& done);
/// The number of runs of that plan.
std::size_t planned_runs(const HeadTask& task);

class Checkpointer;

/// Trains what the plan lists and `done` lacks, after the finished runs that are kept, and prints a line a
/// run. Calls `add` with each run, which adds it to `done`; one that diverges is a run of BLEU 0. Returns
/// false if Ctrl-C ended it.
bool train_missing(const HeadTask& task, const TranslationData& data, std::vector<HeadRun>& done,
                   const std::function<void(const HeadRun&)>& add, Checkpointer* kept = nullptr);

/// CSV: a heading, and a line a run with BLEU's counts of 40 blocks of test sentences.
inline constexpr const char* runs_heading =
    "task,heads,d_model,lr,seed,parameters,epochs,best_epoch,valid_bleu,test_bleu,test_chrf,seconds,commit,"
    "processor,blocks";
std::string csv_line(const HeadRun& run);

/// A number of heads on a task, over its seeds.
struct HeadSummary {
  std::string task{};
  std::int64_t heads = 0, parameters = 0;
  double learning_rate = 0;
  std::size_t runs = 0;
  MeanInterval bleu{}, chrf{};
  /// BLEU − BLEU of the task's first number of heads over their common seeds, with the interval of all
  /// comparisons together, at 0.05 (Bonferroni); nothing for the first number itself, or without such a seed.
  std::optional<MeanInterval> difference{};
  std::optional<double> p_value{};     // of chance, after Holm's correction for all comparisons
  std::optional<double> detectable{};  // detectable_difference()
};

/// A summary for each task and number of heads, in the order of the runs, which differ in nothing else but
/// seeds.
std::vector<HeadSummary> summarise(const std::vector<HeadRun>& runs, std::size_t resamples = 2000);

/// The smallest true difference that a comparison with this interval, left with probability `alpha`, would
/// have found in 80 of 100 cases: half_width (1 + z₀.₈ / z₁₋α/₂).
double detectable_difference(double half_width, double alpha);

/// C6, and heed compare-heads: each number of heads of one task against the first one. Where the models are
/// still learning, nothing is judged. `where` is "on the embedded grammar".
Finding found_of_heads(const std::vector<HeadRun>& runs, const Bilingual& where);

}  // namespace heed
