// n-grams as sorted vectors, matched by an intersection of multisets; logarithms in a vector.
#include "exercises/learn.hpp"

using Rows = std::vector<std::vector<int>>;

std::vector<std::vector<int>> sorted_grams(const std::vector<int>& words, int n) {
  std::vector<std::vector<int>> grams;
  for (std::size_t end = static_cast<std::size_t>(n); end <= words.size(); ++end)
    grams.emplace_back(words.begin() + static_cast<int>(end) - n, words.begin() + static_cast<int>(end));
  std::sort(grams.begin(), grams.end());
  return grams;
}

std::pair<int, int> ngram_matches(const std::vector<int>& hypothesis, const std::vector<int>& reference,
                                  int n) {
  const auto said = sorted_grams(hypothesis, n), wanted = sorted_grams(reference, n);
  std::vector<std::vector<int>> both;
  std::set_intersection(said.begin(), said.end(), wanted.begin(), wanted.end(), std::back_inserter(both));
  return {static_cast<int>(both.size()), static_cast<int>(said.size())};
}

double brevity_penalty(int hypothesis_length, int reference_length) {
  const double missing = std::max(0, reference_length - hypothesis_length);
  return missing == 0 ? 1 : std::exp(-missing / hypothesis_length);
}

double bleu(const Rows& hypotheses, const Rows& references) {
  std::array<int, 4> matches{}, totals{};
  int lengths[2] = {0, 0};
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    for (std::size_t n = 0; n < 4; ++n) {
      const std::pair<int, int> found = ngram_matches(hypotheses[i], references[i], static_cast<int>(n) + 1);
      matches[n] += found.first;
      totals[n] += found.second;
    }
    lengths[0] += static_cast<int>(hypotheses[i].size());
    lengths[1] += static_cast<int>(references[i].size());
  }
  if (std::find(matches.begin(), matches.end(), 0) != matches.end()) return 0;
  double logs = 0;
  for (std::size_t n = 0; n < 4; ++n) logs += 0.25 * (std::log(matches[n]) - std::log(totals[n]));
  return std::exp(logs + std::log(100 * brevity_penalty(lengths[0], lengths[1])));
}
