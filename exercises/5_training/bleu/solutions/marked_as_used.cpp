// Two loops over positions, those of the reference marked when they have been matched.
#include "exercises/learn.hpp"

using Rows = std::vector<std::vector<int>>;

std::pair<int, int> ngram_matches(const std::vector<int>& hypothesis, const std::vector<int>& reference,
                                  int n) {
  const int here = std::max(0, static_cast<int>(hypothesis.size()) - n + 1);
  const int there = std::max(0, static_cast<int>(reference.size()) - n + 1);
  std::vector<bool> used(static_cast<std::size_t>(there), false);
  int matches = 0;
  for (int i = 0; i < here; ++i) {
    for (int j = 0; j < there; ++j) {
      if (used[static_cast<std::size_t>(j)]) continue;
      if (!std::equal(hypothesis.begin() + i, hypothesis.begin() + i + n, reference.begin() + j)) continue;
      used[static_cast<std::size_t>(j)] = true;
      ++matches;
      break;
    }
  }
  return {matches, here};
}

double brevity_penalty(int hypothesis_length, int reference_length) {
  const double ratio = double(reference_length) / double(hypothesis_length);
  return ratio <= 1 ? 1.0 : std::exp(1 - ratio);
}

double bleu(const Rows& hypotheses, const Rows& references) {
  const auto words = [](const Rows& rows) {
    return std::accumulate(rows.begin(), rows.end(), 0, [](int sum, const std::vector<int>& row) {
      return sum + static_cast<int>(row.size());
    });
  };
  double root = 100 * brevity_penalty(words(hypotheses), words(references));
  for (int n = 4; n >= 1; --n) {
    int matches = 0, total = 0;
    for (std::size_t i = 0; i < references.size(); ++i) {
      const auto [m, t] = ngram_matches(hypotheses[i], references[i], n);
      matches += m, total += t;
    }
    if (matches == 0) return 0;
    root *= std::sqrt(std::sqrt(double(matches) / total));
  }
  return root;
}
