// n-grams as strings, the reference used up match by match, the fourth root by pow.
#include "exercises/learn.hpp"

using Rows = std::vector<std::vector<int>>;

namespace {

std::vector<std::string> grams(const std::vector<int>& words, int n) {
  std::vector<std::string> result;
  for (int first = 0; first + n <= static_cast<int>(words.size()); ++first) {
    std::string text;
    for (int k = 0; k < n; ++k) text += std::to_string(words[first + k]) + ' ';
    result.push_back(text);
  }
  return result;
}

}  // namespace

std::pair<int, int> ngram_matches(const std::vector<int>& hypothesis, const std::vector<int>& reference,
                                  int n) {
  std::vector<std::string> left = grams(reference, n);
  int matches = 0, total = 0;
  for (const std::string& gram : grams(hypothesis, n)) {
    ++total;
    const auto at = std::find(left.begin(), left.end(), gram);
    if (at == left.end()) continue;
    left.erase(at);
    ++matches;
  }
  return {matches, total};
}

double brevity_penalty(int hypothesis_length, int reference_length) {
  return std::min(1.0, std::exp(1.0 - 1.0 * reference_length / hypothesis_length));
}

double bleu(const Rows& hypotheses, const Rows& references) {
  double product = 1;
  int said = 0, wanted = 0;
  for (int n = 1; n <= 4; ++n) {
    double matches = 0, total = 0;
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      const auto counts = ngram_matches(hypotheses[i], references[i], n);
      matches += counts.first;
      total += counts.second;
    }
    product *= total == 0 ? 0 : matches / total;
  }
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    said += static_cast<int>(hypotheses[i].size());
    wanted += static_cast<int>(references[i].size());
  }
  return 100.0 * brevity_penalty(said, wanted) * std::pow(product, 0.25);
}
