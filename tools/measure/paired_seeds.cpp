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
std::vector<double> student_draws(std::size_t count, std::size_t degrees) {
  const Array normal =
      Rng(ResampleOptions().seed)
          .normal({static_cast<std::int64_t>(count), static_cast<std::int64_t>(degrees + 1)});
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

/// BLEU(second) − BLEU(first) on sentences that are drawn: the same choices for all models, as seed and
/// number of rows are.
std::vector<double> drawn_differences(const SegmentStatistics& first, const SegmentStatistics& second,
                                      std::size_t resamples) {
  require_same_sentences(first, second);
  const Bleu bleu({.tokenize = BleuTokenizer::none});
  std::vector<double> differences = bootstrap_scores(bleu, second, {.resamples = resamples});
  const std::vector<double> of_first = bootstrap_scores(bleu, first, {.resamples = resamples});
  for (std::size_t r = 0; r < resamples; ++r) differences[r] -= of_first[r];
  return differences;
}

}  // namespace

double bleu_of(const SegmentStatistics& sentences) {
  return Bleu({.tokenize = BleuTokenizer::none}).score_of(sentences.sums());
}

SeedComparison compare_seeds(const std::vector<SeedPair>& pairs, std::size_t resamples) {
  std::vector<double> of_seeds, of_resamples(resamples);
  for (const auto& [first, second] : pairs) {
    require_same_sentences(*pairs.front().first, *first);
    of_seeds.push_back(bleu_of(*second) - bleu_of(*first));
    const std::vector<double> drawn = drawn_differences(*first, *second, resamples);
    for (std::size_t r = 0; r < resamples; ++r)
      of_resamples[r] += drawn[r] / static_cast<double>(pairs.size());
  }
  SeedComparison found{.difference = mean_interval(of_seeds).mean};
  if (pairs.size() < 2) return found;
  const double deviation = standard_error(of_seeds), center = mean_interval(of_resamples).mean;
  const std::vector<double> t = student_draws(resamples, pairs.size() - 1);
  for (std::size_t r = 0; r < resamples; ++r)
    found.noise.push_back(std::abs(of_resamples[r] - center + deviation * t[r]));
  std::ranges::sort(found.noise);
  return found;
}

std::optional<double> SeedComparison::p_value() const {
  if (noise.empty()) return std::nullopt;
  const auto as_large = noise.end() - std::ranges::lower_bound(noise, std::abs(difference));
  return static_cast<double>(1 + as_large) / static_cast<double>(1 + noise.size());
}

MeanInterval SeedComparison::interval(double alpha) const {
  if (noise.empty()) return {difference, std::nullopt};
  const auto below = static_cast<std::size_t>((1 - alpha) * static_cast<double>(noise.size()));
  return {difference, noise[std::min(below, noise.size() - 1)]};
}

BleuDifference paired_sentences(const SegmentStatistics& first, const SegmentStatistics& second) {
  const std::vector<double> drawn = drawn_differences(first, second, 2000);
  const auto lost = std::ranges::count_if(drawn, [](double d) { return d <= -1; });
  return {bleu_of(second) - bleu_of(first), confidence_of(drawn).half_width,
          static_cast<double>(1 + lost) / static_cast<double>(1 + drawn.size())};
}

}  // namespace heed
