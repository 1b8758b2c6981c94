// One head or many: what several runs of each say, and how sure one can be.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lib/score/metric.hpp"
#include "lib/score/significance.hpp"
#include "tools/measure/paired_seeds.hpp"
#include "tools/measure/texts.hpp"

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
  double valid_bleu = 0, test_bleu = 0;
  double last_rise = 0;  // of validation BLEU in the last epoch
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

/// Vaswani et al. 2017, table 3, row (A): newstest2013, base model, heads varied at constant computation.
struct PaperRow {
  std::int64_t heads;
  double perplexity, bleu;
};
/// Null: the paper has none of so many.
const PaperRow* paper_row(std::int64_t heads);

/// A summary for each number of heads, in the order of the runs, which differ in nothing else but seeds and
/// learning rates (one for each number of heads). p_value_single is paired_seeds_p_value(), of runs without
/// counts of their sentences mean_p_value() over the seeds alone;
/// p_value is Holm's correction of it for all comparisons, so that 0.05 bounds the chance that any of
/// several equal models is called better or worse.
std::vector<HeadSummary> summarise(const std::vector<HeadRun>& runs, std::size_t resamples = 2000);

/// The table with the paper's figures beside ours, what its columns are, and the answer in words.
std::string comparison_report(const std::vector<HeadSummary>& summaries, Language language);

/// The runs with all that a comparison needs of them, and back. Throws nlohmann::json::exception for what was
/// not written so.
std::string runs_to_text(const std::vector<HeadRun>& runs);
std::vector<HeadRun> runs_from_text(const std::string& text);

/// The plan of a comparison: files of an interrupted comparison say so.
struct ComparisonPlan {
  std::string task;
  std::size_t runs = 0;
  nlohmann::json settings = nlohmann::json::object();  // all that is needed to repeat it
};

/// results.json (everything, and of how many planned runs) and results.csv (a line a run) in the folder; the
/// summaries are those of all tables.
void write_comparison(const std::filesystem::path& folder, const std::vector<HeadRun>& runs,
                      const std::vector<HeadSummary>& summaries, const ComparisonPlan& plan);

/// A line a run: heads, seed, epochs, lr, parameters, best_epoch, valid_loss, valid_bleu, test_bleu, seconds.
std::string comparison_csv(const std::vector<HeadRun>& runs);
/// Reads it back, without what stands there not: counts of sentences, and how much BLEU rose last. Throws
/// Error if there is no such file, FormatError with the line that is none.
std::vector<HeadRun> runs_of_csv(const std::filesystem::path& file);

}  // namespace heed
