#include "lib/score/bootstrap.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "lib/core/error.hpp"
#include "lib/score/pcg64.hpp"

namespace heed {
namespace {

// A sum in the order in which NumPy adds: eight running sums over up to 128 numbers, halves above that. The
// order matters to the last bit only, and a tie between a difference and its threshold is decided there.
double numpy_sum(std::span<const double> x) {
  if (x.size() < 8) return std::accumulate(x.begin(), x.end(), 0.0);
  if (x.size() > 128) {
    const std::size_t half = x.size() / 2 / 8 * 8;
    return numpy_sum(x.first(half)) + numpy_sum(x.subspan(half));
  }
  double r[8];
  std::copy_n(x.begin(), 8, r);
  std::size_t i = 8;
  for (; i + 8 <= x.size(); i += 8)
    for (std::size_t j = 0; j < 8; ++j) r[j] += x[i + j];
  double sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
  for (; i < x.size(); ++i) sum += x[i];
  return sum;
}

}  // namespace

std::vector<double> bootstrap_scores(const Metric& metric, const SegmentStatistics& statistics,
                                     ResampleOptions options) {
  if (options.resamples == 0)
    throw_error<UsageError>("resampling 0 times tells nothing: ask for 1000 resamples");
  if (statistics.rows() == 0 || statistics.rows() > std::numeric_limits<std::uint32_t>::max())
    throw_error<Error>("{} segments cannot be resampled: from 1 to 4294967295 can", statistics.rows());
  const std::vector<float> table(statistics.values.begin(), statistics.values.end());
  const auto rows = static_cast<std::uint32_t>(statistics.rows());
  Pcg64 rng(options.seed);
  std::vector<double> scores;
  scores.reserve(options.resamples);
  std::vector<float> sums(statistics.columns);
  for (std::size_t sample = 0; sample < options.resamples; ++sample) {
    std::fill(sums.begin(), sums.end(), 0.0F);
    for (std::uint32_t drawn = 0; drawn < rows; ++drawn) {
      const float* row = table.data() + rng.below(rows) * statistics.columns;
      for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += row[c];
    }
    scores.push_back(metric.score_of(std::span<const float>(sums)));
  }
  return scores;
}

Confidence confidence_of(std::vector<double> scores) {
  std::sort(scores.begin(), scores.end());
  const std::size_t left_out = scores.size() / 40;
  return {numpy_mean(scores), 0.5 * (scores[scores.size() - left_out - 1] - scores[left_out])};
}

Score score_with_confidence(const Metric& metric, const SegmentStatistics& statistics,
                            ResampleOptions options) {
  Score s = metric.score(statistics);
  s.confidence = confidence_of(bootstrap_scores(metric, statistics, options));
  s.signature = metric.signature(statistics.references, options);
  return s;
}

double numpy_mean(const std::vector<double>& values) {
  return numpy_sum(values) / static_cast<double>(values.size());
}

}  // namespace heed
