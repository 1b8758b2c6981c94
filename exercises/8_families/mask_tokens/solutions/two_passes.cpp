#include "exercises/given.hpp"

given::MaskedText mask_tokens(const std::vector<int>& ids, const Tensor& choose, const Tensor& what,
                              const std::vector<int>& any_word, int mask, int first_word) {
  given::MaskedText text{ids, {}, {}};
  for (int t = 0; t < choose.size(); ++t) {
    if (choose(t) < 0.15 && ids.at(t) >= first_word) text.places.push_back(t);
  }
  for (const int place : text.places) {
    text.words.push_back(ids.at(place));
    if (what(place) < 0.9) text.tokens.at(place) = what(place) < 0.8 ? mask : any_word.at(place);
  }
  return text;
}

double masked_loss(const Tensor& logits, const given::MaskedText& text) {
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < text.places.size(); ++i, ++count) {
    const int row = text.places[i];
    double largest = logits(row, 0), total = 0;
    for (int v = 1; v < logits.dim(1); ++v) largest = std::max(largest, logits(row, v));
    for (int v = 0; v < logits.dim(1); ++v) total += std::exp(logits(row, v) - largest);
    sum += largest + std::log(total) - logits(row, text.words[i]);
  }
  return count > 0 ? sum / count : 0;
}
