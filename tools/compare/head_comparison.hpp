// One head or many: what several runs of each say, and how sure one can be.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "lib/score/metric.hpp"

namespace heed {

/// One trained model, judged on the test part.
struct HeadRun {
  std::int64_t heads = 0;
  std::uint64_t seed = 0;
  std::int64_t parameters = 0;
  std::int64_t best_epoch = 0;
  double valid_loss = 0;  // nats a token, at the best epoch
  double valid_bleu = 0, test_bleu = 0;
  double seconds = 0;
  SegmentStatistics statistics{};  // BLEU's counts of each test sentence, for the bootstrap
};

/// Mean and 95 % interval of the mean over seeds: mean ± t(n-1) s/√n. With a single seed there is no
/// interval.
struct MeanInterval {
  double mean = 0;
  std::optional<double> half_width;
};
MeanInterval mean_interval(const std::vector<double>& values);

struct HeadSummary {
  std::int64_t heads = 0;
  std::size_t runs = 0;
  std::int64_t parameters = 0;
  MeanInterval bleu;
  std::optional<double> difference, p_value;  // against the first number of heads; nothing for itself
  bool inside_the_noise() const { return p_value && *p_value >= 0.05; }
};

/// A summary for each number of heads, in the order of the runs. The p-value is that of a paired bootstrap
/// (Koehn 2004) over test sentences and seeds at once: in each of `resamples` rounds the same sentences and
/// the same seeds are drawn with replacement for both, so that the luck of the test set and the luck of the
/// initial weights both count.
std::vector<HeadSummary> summarise(const std::vector<HeadRun>& runs, std::size_t resamples = 1000);

/// The table with the paper's figures beside ours, and the answer in words.
std::string comparison_report(const std::vector<HeadSummary>& summaries);

/// results.json (everything) and results.csv (a line a run) in the folder.
void write_comparison(const std::filesystem::path& folder, const std::vector<HeadRun>& runs,
                      const std::vector<HeadSummary>& summaries, const std::string& task);

}  // namespace heed
