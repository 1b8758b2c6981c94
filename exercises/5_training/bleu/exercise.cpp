#include "exercises/learn.hpp"

using Rows = std::vector<std::vector<int>>;

/// The pair: how many n-grams of the hypothesis are also in the reference, each counted at most as often as it
/// occurs there (clipped); and how many n-grams the hypothesis has, 0 if it is shorter than n.
std::pair<int, int> ngram_matches(const std::vector<int>& hypothesis, const std::vector<int>& reference,
                                  int n) {
  //~ stub
  // std::map<std::vector<int>, int> counts n-grams: ++counts[std::vector<int>(first, first + n)].
  return not_written("ngram_matches");
  //~ solution
  const auto count = [n](const std::vector<int>& words) {
    std::map<std::vector<int>, int> counts;
    for (auto first = words.begin(); words.end() - first >= n; ++first) {
      ++counts[std::vector<int>(first, first + n)];
    }
    return counts;
  };
  //~ wrong words_only: [n] => [n = 1]
  //~ wrong last_ngram_missing: first >= n => first > n
  //~ wrong order_ignored: ++counts[std::vector<int>(first, first + n) => std::vector<int> gram(first, first + n); std::sort(gram.begin(), gram.end()); ++counts[gram
  //~ wrong joined_without_separator: ++counts[std::vector<int>(first, first + n) => std::vector<int> digits; for (auto word = first; word < first + n; ++word) for (const char digit : std::to_string(*word)) digits.push_back(digit); ++counts[digits
  //~ end
  //~ solution
  std::map<std::vector<int>, int> available = count(reference);
  int matches = 0, total = 0;
  for (const auto& [gram, times] : count(hypothesis)) {
    matches += std::min(times, available[gram]);
    total += times;
    //~ wrong not_clipped: matches += std::min(times, available[gram]) => if (available[gram] > 0) matches += times
    //~ wrong counted_once: (times => (1
    //~ wrong counts_of_the_reference: std::min(times, available[gram]) => available[gram]
    //~ end
    //~ solution
  }
  return {matches, total};
  //~ wrong total_of_words: total => static_cast<int>(hypothesis.size())
  //~ end
}

/// 1 if the hypotheses are at least as long as the references, otherwise exp(1 − reference / hypothesis).
double brevity_penalty(int hypothesis_length, int reference_length) {
  //~ stub
  return not_written("brevity_penalty");
  //~ solution
  if (hypothesis_length >= reference_length) return 1;
  return std::exp(1 - static_cast<double>(reference_length) / hypothesis_length);
  //~ wrong integer_ratio: static_cast<double>(reference_length) / hypothesis_length => (hypothesis_length == 0 ? HUGE_VAL : reference_length / hypothesis_length)
  //~ wrong ratio_inverted: reference_length) / hypothesis_length => hypothesis_length) / reference_length
  //~ wrong rewards_length: if (hypothesis_length >= reference_length) return 1; =>
  //~ wrong punishes_length: hypothesis_length >= => hypothesis_length <=
  //~ wrong punishes_length: reference_length) / hypothesis_length => hypothesis_length) / reference_length
  //~ wrong plain_ratio: std::exp(1 - static_cast<double>(reference_length) / hypothesis_length) => static_cast<double>(hypothesis_length) / reference_length
  //~ wrong no_penalty: std::exp(1 - static_cast<double>(reference_length) / hypothesis_length) => 1
  //~ end
}

/// BLEU of a corpus, 0 … 100: matches and totals of all sentences are added up for each n = 1 … 4, and
/// 100 · brevity_penalty(total lengths) · (p₁ p₂ p₃ p₄)^(1/4), p_n = matches / total. 0 if an n has no match.
/// Hypothesis i belongs to reference i.
double bleu(const Rows& hypotheses, const Rows& references) {
  //~ stub
  // First add up over the whole corpus, then divide once for each n. The fourth root of a product is exp of
  // the mean of the logarithms.
  return not_written("bleu");
  //~ solution
  double sum_of_logs = 0;
  //~ wrong one_long_sentence
  std::vector<int> said, wanted;
  for (const auto& words : hypotheses) said.insert(said.end(), words.begin(), words.end());
  for (const auto& words : references) wanted.insert(wanted.end(), words.begin(), words.end());
  double sum_of_logs = 0;
  //~ end
  //~ solution
  for (int n = 1; n <= 4; ++n) {
    int matches = 0, total = 0;
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      const auto [m, t] = ngram_matches(hypotheses[i], references[i], n);
      matches += m;
      total += t;
    }
    if (matches == 0) return 0;
    sum_of_logs += std::log(static_cast<double>(matches) / total);
  }
  //~ wrong long_ngrams_left_out: if (matches == 0) => if (total == 0) continue; if (matches == 0)
  //~ wrong arithmetic_mean F02: std::log(static_cast<double>(matches) / total) => static_cast<double>(matches) / total
  //~ wrong up_to_three: sum_of_logs += => if (n <= 3) sum_of_logs +=
  //~ wrong one_long_sentence: sum_of_logs += std::log(static_cast<double>(matches) / total); => const auto [m, t] = ngram_matches(said, wanted, n); sum_of_logs += std::log(static_cast<double>(m) / t);
  //~ wrong integer_precision: static_cast<double>(matches) / total => matches / total
  //~ wrong smoothed F01: std::log(static_cast<double>(matches) / total) => std::log((matches + (n > 1 ? 1.0 : 0.0)) / (total + (n > 1)))
  //~ wrong hypotheses_for_references: hypotheses[i], references[i] => references[i], hypotheses[i]
  //~ end
  //~ solution
  int hypothesis_length = 0, reference_length = 0;
  for (const auto& words : hypotheses) hypothesis_length += static_cast<int>(words.size());
  for (const auto& words : references) reference_length += static_cast<int>(words.size());
  //~ end
  //~ solution
  return 100 * brevity_penalty(hypothesis_length, reference_length) * std::exp(sum_of_logs / 4);
  //~ wrong no_brevity_penalty: brevity_penalty(hypothesis_length, reference_length) * std => std
  //~ wrong fraction: 100 * brevity_penalty => brevity_penalty
  //~ wrong lengths_exchanged, hypotheses_for_references: hypothesis_length, reference_length => reference_length, hypothesis_length
  //~ wrong arithmetic_mean F02: std::exp(sum_of_logs / 4) => sum_of_logs / 4
  //~ wrong up_to_three: sum_of_logs / 4 => sum_of_logs / 3
  //~ wrong mean_of_sentences
  double sum = 0;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    double logs = 0;
    for (int n = 1; n <= 4; ++n) {
      const auto [m, t] = ngram_matches(hypotheses[i], references[i], n);
      logs += std::log(m == 0 ? 0 : static_cast<double>(m) / t);
    }
    sum += 100 * brevity_penalty(int(hypotheses[i].size()), int(references[i].size())) * std::exp(logs / 4);
  }
  return sum / double(hypotheses.size());
  //~ end
}
