// What stands at one place is a function; the loss by exponentials of its own.
#include "exercises/given.hpp"

given::MaskedText mask_tokens(const std::vector<int>& ids, const Tensor& choose, const Tensor& what,
                              const std::vector<int>& any_word, int mask, int first_word) {
  const auto chosen = [&](int t) {
    return choose(t) < 0.15 && ids[static_cast<std::size_t>(t)] >= first_word;
  };
  const auto seen = [&](int t) {
    const int word = ids[static_cast<std::size_t>(t)];
    if (!chosen(t)) return word;
    if (what(t) >= 0.9) return word;
    return what(t) >= 0.8 ? any_word[static_cast<std::size_t>(t)] : mask;
  };
  given::MaskedText text;
  for (int t = 0; t < choose.size(); ++t) {
    text.tokens.push_back(seen(t));
    if (chosen(t)) {
      text.places.push_back(t);
      text.words.push_back(ids[static_cast<std::size_t>(t)]);
    }
  }
  return text;
}

double masked_loss(const Tensor& logits, const given::MaskedText& text) {
  if (text.places.empty()) return 0;
  double mean = 0;
  for (std::size_t i = 0; i < text.places.size(); ++i) {
    const int row = text.places[i];
    double largest = logits(row, 0), sum = 0;
    for (int v = 1; v < logits.dim(1); ++v) largest = std::max(largest, logits(row, v));
    for (int v = 0; v < logits.dim(1); ++v) sum += std::exp(logits(row, v) - largest);
    mean += (largest + std::log(sum) - logits(row, text.words[i])) / static_cast<double>(text.places.size());
  }
  return mean;
}
