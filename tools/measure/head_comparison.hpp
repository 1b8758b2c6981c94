// One head or many: which models are trained, what several runs of each say, and how sure one can be.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lib/score/metric.hpp"
#include "tools/measure/experiment.hpp"
#include "tools/measure/paired_seeds.hpp"
#include "tools/translation/data.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {

/// One trained model, judged on the test part.
struct HeadRun {
  std::int64_t heads = 0;
  std::int64_t epochs = 0;   // of the training; best_epoch is one of them
  double learning_rate = 0;  // its largest
  std::uint64_t seed = 0;
  std::int64_t parameters = 0;
  std::int64_t best_epoch = 0;  // 0: none was better than untrained: BLEU counts as 0
  double valid_loss = 0;        // nats a token, at the best epoch
  double valid_bleu = 0, test_bleu = 0, test_chrf = 0;
  std::int64_t trained = 0;  // epochs; fewer where patience ended it
  double last_rise = 0;      // of validation BLEU in the last epoch
  double seconds = 0;
  SegmentStatistics statistics{};  // BLEU's counts of each test sentence, for the bootstrap
};

/// A number of heads against the first one, over the seeds that both were trained with.
struct HeadComparison {
  std::optional<double> difference;  // mean over these seeds of BLEU − BLEU of the first; nothing without any
  std::optional<double> p_value_single;  // of this comparison by itself; nothing with fewer than two seeds
  std::optional<double> p_value;         // after Holm's correction
  /// By the same noise, at 0.05 for all comparisons together (Bonferroni); no half-width with fewer than two
  /// seeds, nothing without any.
  std::optional<MeanInterval> interval;
  bool inside_the_noise() const { return p_value && *p_value >= 0.05; }
};

struct HeadSummary {
  std::int64_t heads = 0;
  std::int64_t epochs = 0;
  double learning_rate = 0;
  std::size_t runs = 0;
  std::int64_t parameters = 0;
  MeanInterval bleu;
  std::optional<HeadComparison> against_first;  // nothing for the first itself
};

/// A summary for each number of heads, in the order of the runs, which differ in nothing else but seeds.
/// p_value_single is paired_seeds_p_value(); p_value is Holm's correction of it for all comparisons, so that
/// 0.05 bounds the chance that any of several equal models is called better or worse.
std::vector<HeadSummary> summarise(const std::vector<HeadRun>& runs, std::size_t resamples = 2000);

/// The runs of one number of epochs. Where several learning rates were tried, each number of heads is
/// represented by the rate with the best mean BLEU on the validation part, and `rates` says which; the test
/// part takes no share in the choice.
struct HeadTable {
  std::int64_t epochs = 0;
  std::vector<HeadSummary> summaries{};
  std::vector<Bilingual> rates{};
};
std::vector<HeadTable> head_tables(const std::vector<HeadRun>& runs);

/// Each table with the paper's figures beside ours, what its columns are, and the answer in words.
std::string comparison_report(const std::vector<HeadTable>& tables, Language language);

/// C6 by the runs of one head, which come first, and of others. Intervals hold for all comparisons together,
/// p is Holm's correction. Where the models are still learning, nothing is judged. `where` is "on the
/// embedded grammar"; the table has no title yet.
Finding found_of_heads(const std::vector<HeadRun>& runs, const Bilingual& where);

/// The runs with all that a comparison needs of them, and back. Throws nlohmann::json::exception for what was
/// not written so.
std::string runs_to_text(const std::vector<HeadRun>& runs);
std::vector<HeadRun> runs_from_text(const std::string& text);

/// Writes results.json (everything, `about` it) and results.csv (a line a run: heads, seed, epochs, lr,
/// parameters, best_epoch, valid_loss, valid_bleu, test_bleu, seconds) into the folder.
void write_comparison(const std::filesystem::path& folder, const std::vector<HeadRun>& runs,
                      nlohmann::json about);

/// One training.
struct PlannedRun {
  std::int64_t heads = 0, epochs = 0;
  double learning_rate = 0;
  std::uint64_t seed = 0;
};

struct HeadPlan {
  std::vector<std::int64_t> heads, epochs;
  std::vector<double> learning_rates;
  std::uint64_t first_seed = 1;
  std::int64_t seeds = 1;
};

/// All of a seed before the next one, so that an early end still compares all numbers of heads.
std::vector<PlannedRun> plan_runs(const HeadPlan& plan);

class Checkpointer;

/// A training with the heads, epochs, rate and seed of `next`, and `session` for all else, whose model is
/// kept in a folder that is named. One that diverges is a run of BLEU 0. Nothing if Ctrl-C came before its
/// end.
std::optional<HeadRun> train_heads(const TranslationData& data, TranslationSession session,
                                   const PlannedRun& next, const SessionPlace& place,
                                   const std::filesystem::path& model = {});

struct RunPlanOptions {
  Checkpointer* kept = nullptr;  // goes on after its finished runs; null: nothing is kept
  /// The file where a run's model stays, with its history and its translations of the test part, as heed
  /// translate leaves them; an empty path: nowhere.
  std::function<std::filesystem::path(const PlannedRun&)> model{};
  std::function<void(const std::vector<HeadRun>&)> after_each{};  // with those finished so far
};

struct RanPlan {
  std::vector<HeadRun> runs;  // the finished ones, in the order of the plan
  bool interrupted = false;   // by Ctrl-C, before the last
};

/// Trains what plan_runs() lists, with `session` for all that the plan leaves open; a training that diverges
/// is a run of BLEU 0. Prints a line a run with its score and the time that is left.
RanPlan run_plan(const TranslationData& data, const TranslationSession& session, const HeadPlan& plan,
                 const RunPlanOptions& options = {});

}  // namespace heed
