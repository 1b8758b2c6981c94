#include "exercises/given.hpp"

given::MaskedText mask_tokens(const std::vector<int>& ids, const Tensor& choose, const Tensor& what,
                              const std::vector<int>& any_word, int mask, int first_word) {
  given::MaskedText text;
  for (std::size_t t = 0; t < ids.size(); ++t) {
    const int place = static_cast<int>(t);
    const bool chosen = choose(place) < 0.15 && ids[t] >= first_word;
    int seen = ids[t];
    if (chosen) {
      text.places.push_back(place);
      text.words.push_back(seen);
      const double u = what(place);
      seen = u >= 0.9 ? seen : u >= 0.8 ? any_word[t] : mask;
    }
    text.tokens.push_back(seen);
  }
  return text;
}

double masked_loss(const Tensor& logits, const given::MaskedText& text) {
  if (text.words.empty()) return 0;
  double loss = 0;
  const Tensor p = given::softmax(logits);
  for (std::size_t i = 0; i < text.words.size(); ++i)
    loss += std::log(1 / p(text.places[i], text.words[i])) / double(text.words.size());
  return loss;
}
