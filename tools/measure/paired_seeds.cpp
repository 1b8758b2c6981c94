#include "tools/measure/paired_seeds.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "lib/array/random.hpp"
#include "lib/core/error.hpp"
#include "lib/score/bleu.hpp"
#include "lib/score/bootstrap.hpp"

namespace heed {
namespace {

/// `count` draws of Student's t: of a row of normal numbers the first, over the root mean square of the rest.
std::vector<double> student_draws(std::size_t count, std::size_t degrees, std::uint64_t seed) {
  const Array normal =
      Rng(seed).normal({static_cast<std::int64_t>(count), static_cast<std::int64_t>(degrees + 1)});
  std::vector<double> draws(count);
  for (std::size_t r = 0; r < count; ++r) {
    const Scalar* row = normal.data() + r * (degrees + 1);
    double squares = 0;
    for (std::size_t k = 1; k <= degrees; ++k) squares += static_cast<double>(row[k]) * row[k];
    draws[r] = row[0] / std::sqrt(squares / static_cast<double>(degrees));
  }
  return draws;
}

void require_same_sentences(const SegmentStatistics& a, const SegmentStatistics& b) {
  if (a.rows() != b.rows())
    throw_error<Error>("models judged on {} and on {} sentences cannot be compared: judge all on the same",
                       a.rows(), b.rows());
}

/// D of n seeds, and |noise_r| of paired_seeds.hpp; none of one pair.
struct SeedNoise {
  double difference = 0;
  std::vector<double> sizes{};
};

SeedNoise noise_of(const std::vector<SeedPair>& pairs, ResampleOptions options) {
  const Bleu bleu({.tokenize = BleuTokenizer::none});
  const auto n = static_cast<double>(pairs.size());
  std::vector<double> of_seeds, of_resamples(options.resamples);
  for (const auto& [first, second] : pairs) {
    require_same_sentences(*pairs.front().first, *first);
    require_same_sentences(*first, *second);
    of_seeds.push_back(bleu.score_of(second->sums()) - bleu.score_of(first->sums()));
    // The same seed and number of rows: the same sentences for every model.
    const std::vector<double> a = bootstrap_scores(bleu, *first, options);
    const std::vector<double> b = bootstrap_scores(bleu, *second, options);
    for (std::size_t r = 0; r < options.resamples; ++r) of_resamples[r] += (b[r] - a[r]) / n;
  }
  SeedNoise noise{.difference = mean_interval(of_seeds).mean};
  if (pairs.size() < 2) return noise;
  const double deviation = standard_error(of_seeds), center = mean_interval(of_resamples).mean;
  const std::vector<double> t = student_draws(options.resamples, pairs.size() - 1, options.seed);
  for (std::size_t r = 0; r < options.resamples; ++r)
    noise.sizes.push_back(std::abs(of_resamples[r] - center + deviation * t[r]));
  return noise;
}

}  // namespace

std::optional<double> paired_seeds_p_value(const std::vector<SeedPair>& pairs, ResampleOptions options) {
  if (pairs.size() < 2) return std::nullopt;
  const SeedNoise noise = noise_of(pairs, options);
  const auto as_large =
      std::ranges::count_if(noise.sizes, [&](double size) { return size >= std::abs(noise.difference); });
  return static_cast<double>(1 + as_large) / static_cast<double>(1 + options.resamples);
}

MeanInterval paired_seeds_interval(const std::vector<SeedPair>& pairs, double alpha,
                                   ResampleOptions options) {
  if (pairs.empty()) throw_error<Error>("no two models with the same seed: there is nothing to compare");
  SeedNoise noise = noise_of(pairs, options);
  if (pairs.size() < 2) return {noise.difference, std::nullopt};
  std::ranges::sort(noise.sizes);
  const auto below = static_cast<std::size_t>((1 - alpha) * static_cast<double>(noise.sizes.size()));
  return {noise.difference, noise.sizes[std::min(below, noise.sizes.size() - 1)]};
}

BleuDifference paired_sentences(const SegmentStatistics& first, const SegmentStatistics& second,
                                ResampleOptions options, double loss) {
  require_same_sentences(first, second);
  const Bleu bleu({.tokenize = BleuTokenizer::none});
  // The same seed and number of rows: the same sentences for both.
  std::vector<double> resampled = bootstrap_scores(bleu, second, options);
  const std::vector<double> of_first = bootstrap_scores(bleu, first, options);
  for (std::size_t r = 0; r < resampled.size(); ++r) resampled[r] -= of_first[r];
  const double difference = bleu.score_of(second.sums()) - bleu.score_of(first.sums());
  const auto lost = std::ranges::count_if(resampled, [&](double d) { return d <= -loss; });
  return {difference, confidence_of(resampled).half_width,
          static_cast<double>(1 + lost) / static_cast<double>(1 + resampled.size())};
}

}  // namespace heed
