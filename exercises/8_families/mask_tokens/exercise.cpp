#include "exercises/given.hpp"

// struct MaskedText { std::vector<int> tokens, places, words; };
//   tokens   the text as the model sees it
//   places   the positions that were chosen, from front to back
//   words    the original words there

/// Chooses words for a model to predict. ids (T); choose and what (T): random numbers in [0, 1); any_word
/// (T): a random word for each position; mask: the id that hides a word. Ids below first_word are not words
/// (<pad>, <bos> …).
given::MaskedText mask_tokens(const std::vector<int>& ids, const Tensor& choose, const Tensor& what,
                              const std::vector<int>& any_word, int mask, int first_word) {
  //~ stub
  // A word is chosen if choose(t) < 0.15. What happens to it for what(t) < 0.8, for < 0.9, and otherwise?
  return not_written("mask_tokens");
  //~ solution
  given::MaskedText text{.tokens = ids};
  for (int t = 0; t < static_cast<int>(ids.size()); ++t) {
    if (ids[t] < first_word || choose(t) >= 0.15) continue;
    text.places.push_back(t);
    text.words.push_back(ids[t]);
    if (what(t) < 0.8) {
      text.tokens[t] = mask;
    } else if (what(t) < 0.9) {
      text.tokens[t] = any_word[t];
    }
  }
  return text;
  //~ wrong always_masked: what(t) < 0.8 => what(t) < 2
  //~ wrong eight_tenths_masked: what(t) < 0.8 => what(t) <= 0.8
  //~ wrong never_kept: what(t) < 0.9 => what(t) < 2
  //~ wrong never_replaced: what(t) < 0.9 => what(t) < 0
  //~ wrong specials_chosen: ids[t] < first_word || choose => choose
  //~ wrong first_word_is_special: ids[t] < first_word => ids[t] <= first_word
  //~ wrong fifteen_percent_included: choose(t) >= 0.15 => choose(t) > 0.15
  //~ wrong kept_are_no_task: text.places.push_back(t); => if (what(t) >= 0.9) continue; text.places.push_back(t);
  //~ wrong only_masked_are_tasks: text.places.push_back(t); => if (what(t) >= 0.8) { if (what(t) < 0.9) text.tokens[t] = any_word[t]; continue; } text.places.push_back(t);
  //~ wrong share_of_all: choose(t) >= 0.15) continue; => choose(t) >= 0.15) continue; const double what_is_left = choose(t) / 0.15;
  //~ wrong share_of_all: what(t) < 0.8) => what_is_left < 0.8) | what(t) < 0.9) => what_is_left < 0.9)
  //~ wrong words_as_seen: return text; => for (std::size_t i = 0; i < text.places.size(); ++i) text.words[i] = text.tokens[text.places[i]]; return text;
  //~ wrong replaced_first: if (what(t) < 0.8) => if (what(t) >= 0.1 && what(t) < 0.9) | if (what(t) < 0.9) => if (what(t) < 0.1)
  //~ end
}

/// The mean cross entropy of the chosen words, the mean of −log p(places[i], words[i]); logits (T, V) of
/// all positions. 0 if none was chosen.
double masked_loss(const Tensor& logits, const given::MaskedText& text) {
  //~ stub
  // given::log_softmax(logits) is (T, V). Which rows count?
  return not_written("masked_loss");
  //~ solution
  const Tensor log_p = given::log_softmax(logits);
  double sum = 0;
  for (std::size_t i = 0; i < text.places.size(); ++i) sum -= log_p(text.places[i], text.words[i]);
  return text.places.empty() ? 0 : sum / static_cast<double>(text.places.size());
  //~ wrong all_places: for (std::size_t i = 0; i < text.places.size(); ++i) sum -= log_p(text.places[i], text.words[i]); => std::vector<int> right = text.tokens; for (std::size_t i = 0; i < text.places.size(); ++i) right[text.places[i]] = text.words[i]; for (std::size_t t = 0; t < right.size(); ++t) sum -= log_p(t, right[t]);
  //~ wrong all_places: text.places.empty() ? 0 : sum / static_cast<double>(text.places.size()) => sum / static_cast<double>(text.tokens.size())
  //~ wrong divided_by_length: static_cast<double>(text.places.size()) => static_cast<double>(text.tokens.size())
  //~ wrong not_divided: sum / static_cast<double>(text.places.size()) => sum
  //~ wrong against_what_is_seen: text.words[i]) => text.tokens[text.places[i]])
  //~ wrong no_softmax: given::log_softmax(logits) => logits
  //~ wrong probability_of_the_word: sum -= log_p(text.places[i], text.words[i]) => sum -= std::exp(log_p(text.places[i], text.words[i]))
  //~ wrong sign_forgotten: sum -= => sum +=
  //~ wrong probability_kept_above F01: log_p(text.places[i], text.words[i]) => std::max(log_p(text.places[i], text.words[i]), std::log(1e-12))
  //~ wrong nothing_is_nan M16: text.places.empty() ? 0 : sum => sum
  //~ end
}
