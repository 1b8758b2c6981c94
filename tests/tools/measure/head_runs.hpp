// Runs of compare-heads made by hand: BLEU's counts of each sentence from a wanted BLEU.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "tools/measure/head_comparison.hpp"

/// Counts of sentences of which each alone would score 100 q[i] (rounded to 0.01): a share q[i] of the
/// n-grams of every order is right. So BLEU of any choice of them is 100 times the mean of their q.
inline heed::SegmentStatistics counts_of(const std::vector<double>& q) {
  constexpr double ngrams = 10'000;
  heed::SegmentStatistics statistics{.columns = 10, .values = {}, .references = 1};
  for (double share : q) {
    const double right = std::round(share * ngrams);
    statistics.values.insert(statistics.values.end(),
                             {ngrams, ngrams, right, right, right, right, ngrams, ngrams, ngrams, ngrams});
  }
  return statistics;
}

inline heed::HeadRun head_run(std::int64_t heads, std::uint64_t seed, const std::vector<double>& q) {
  heed::HeadRun run{.heads = heads, .seed = seed, .parameters = 1000, .best_epoch = 3};
  run.statistics = counts_of(q);
  run.test_bleu = heed::bleu_of(run.statistics);
  return run;
}

/// A run all of whose sentences are equally good: test sentences bring no luck.
inline heed::HeadRun even_run(std::int64_t heads, std::uint64_t seed, double bleu) {
  return head_run(heads, seed, std::vector<double>(20, bleu / 100));
}
