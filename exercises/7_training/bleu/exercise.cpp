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
  //~ wrong one_number_of_ten: ++counts[std::vector<int>(first, first + n) => int number = 0; for (auto word = first; word < first + n; ++word) number = number * 10 + *word; ++counts[std::vector<int>{number}
  //~ wrong side_by_side: ++first => first += n
  //~ wrong up_to_n: first >= n => first >= 1
  //~ wrong up_to_n: ++counts[std::vector<int>(first, first + n) => for (int k = 1; k <= std::min<int>(n, words.end() - first); ++k) ++counts[std::vector<int>(first, first + k)
  //~ end
  //~ solution
  std::map<std::vector<int>, int> available = count(reference);
  int matches = 0, total = 0;
  for (const auto& [gram, times] : count(hypothesis)) {
    //~ end
    //~ solution
    matches += std::min(times, available[gram]);
    total += times;
    //~ wrong not_clipped: matches += std::min(times, available[gram]) => if (available[gram] > 0) matches += times
    //~ wrong counted_once: (times => (1
    //~ wrong kinds_only: (times => (1 | total += times => ++total
    //~ wrong counts_of_the_reference: std::min(times, available[gram]) => available[gram]
    //~ end
    //~ solution
  }
  //~ end
  //~ solution
  return {matches, total};
  //~ wrong total_of_the_reference: return => total = 0; for (const auto& [gram, times] : count(reference)) total += times; return
  //~ wrong total_of_words: total => static_cast<int>(hypothesis.size())
  //~ wrong negative_total: total => static_cast<int>(hypothesis.size()) - n + 1
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
  //~ wrong both_directions: if (hypothesis_length >= reference_length) return 1 => const double longer = std::max(hypothesis_length, reference_length)
  //~ wrong both_directions: static_cast<double>(reference_length) / hypothesis_length => longer / std::min(hypothesis_length, reference_length)
  //~ wrong plain_ratio: std::exp(1 - static_cast<double>(reference_length) / hypothesis_length) => static_cast<double>(hypothesis_length) / reference_length
  //~ wrong no_exponential: std::exp(1 - static_cast<double>(reference_length) / hypothesis_length) => 1 - static_cast<double>(reference_length) / hypothesis_length
  //~ wrong one_missing: 1 - static_cast => -static_cast
  //~ wrong no_penalty: std::exp(1 - static_cast<double>(reference_length) / hypothesis_length) => 1
  //~ end
}

/// BLEU of a corpus, 0 … 100: matches and totals of all sentences are added up for each n = 1 … 4, and
/// 100 · brevity_penalty(total lengths) · (p₁ p₂ p₃ p₄)^(1/4), p_n = matches / total. 0 if an n has no match.
/// Hypothesis i belongs to reference i.
double bleu(const Rows& hypotheses, const Rows& references) {
  //~ stub
  // First add up over the whole corpus, then divide, once for each n. The product's fourth root is
  // exp of the mean of the logarithms.
  return not_written("bleu");
  //~ solution
  double sum_of_logs = 0;
  //~ wrong product_of_ints: double sum_of_logs = 0; => unsigned above = 1, below = 1;
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
  //~ wrong product_of_ints: sum_of_logs += std::log(static_cast<double>(matches) / total) => above *= static_cast<unsigned>(matches), below *= static_cast<unsigned>(total)
  //~ wrong weights_one_over_n: / total); => / total) / n;
  //~ wrong arithmetic_mean F02: std::log(static_cast<double>(matches) / total) => static_cast<double>(matches) / total
  //~ wrong words_and_pairs_only: sum_of_logs += => if (n <= 2) sum_of_logs +=
  //~ wrong up_to_three: sum_of_logs += => if (n <= 3) sum_of_logs +=
  //~ wrong only_four: sum_of_logs += => if (n == 4) sum_of_logs +=
  //~ wrong mean_of_precisions: int matches => double matches | += m => += t > 0 ? static_cast<double>(m) / t : 0 | += t; => += 1;
  //~ wrong one_long_sentence: sum_of_logs += std::log(static_cast<double>(matches) / total); => const auto [m, t] = ngram_matches(said, wanted, n); sum_of_logs += std::log(static_cast<double>(m) / t);
  //~ wrong integer_precision: static_cast<double>(matches) / total => matches / total
  //~ wrong smoothed F01: std::log(static_cast<double>(matches) / total) => std::log((matches + (n > 1 ? 1.0 : 0.0)) / (total + (n > 1)))
  //~ wrong smoothed_throughout F01: if (matches == 0) return 0; => | std::log(static_cast<double>(matches) / total) => std::log((matches + (n > 1 ? 1.0 : 0.0)) / (total + (n > 1)))
  //~ wrong arithmetic_mean_throughout F02: if (matches == 0) return 0; => | std::log(static_cast<double>(matches) / total) => static_cast<double>(matches) / std::max(total, 1)
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
  //~ wrong product_of_ints: std::exp(sum_of_logs / 4) => std::pow(static_cast<double>(static_cast<int>(above)) / static_cast<int>(below), 0.25)
  //~ wrong penalty_in_the_mean: brevity_penalty(hypothesis_length, reference_length) * std::exp(sum_of_logs => std::exp((std::log(brevity_penalty(hypothesis_length, reference_length)) + sum_of_logs)
  //~ wrong lengths_exchanged, hypotheses_for_references: hypothesis_length, reference_length => reference_length, hypothesis_length
  //~ wrong penalty_averaged
  double penalties = 0;
  for (std::size_t i = 0; i < hypotheses.size(); ++i)
    penalties += brevity_penalty(int(hypotheses[i].size()), int(references[i].size()));
  return 100 * penalties / double(hypotheses.size()) * std::exp(sum_of_logs / 4);
  //~ wrong arithmetic_mean F02, arithmetic_mean_throughout F02: std::exp(sum_of_logs / 4) => sum_of_logs / 4
  //~ wrong words_and_pairs_only: sum_of_logs / 4 => sum_of_logs / 2
  //~ wrong up_to_three, third_root: sum_of_logs / 4 => sum_of_logs / 3
  //~ wrong only_four, product, weights_one_over_n: sum_of_logs / 4 => sum_of_logs
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
