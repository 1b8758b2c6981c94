#include "lib/score/scored_texts.hpp"

#include "lib/score/bleu.hpp"
#include "lib/score/chrf.hpp"

namespace heed {
namespace {

Score words_bleu(const ScoredTexts& hypotheses, const ScoredTexts& references) {
  return Bleu({.tokenize = BleuTokenizer::none}).corpus(hypotheses.words, {references.words});
}

}  // namespace

void ScoredTexts::add(const Tokenizer& tokenizer, std::span<const std::string> tokens) {
  texts.push_back(tokenizer.join(tokens));
  const bool are_words = tokenizer.kind() == Tokenisation::words && tokenizer.letters() == Case::lower;
  words.push_back(are_words ? join_with_spaces(tokens) : join_with_spaces(split_words(texts.back())));
}

ScoredTexts scored_texts(const Tokenizer& tokenizer, std::span<const std::vector<std::string>> translations) {
  ScoredTexts all;
  for (const std::vector<std::string>& tokens : translations) all.add(tokenizer, tokens);
  return all;
}

Score judged_bleu(Case letters, const ScoredTexts& hypotheses, const ScoredTexts& references) {
  return letters == Case::keep ? Bleu().corpus(hypotheses.texts, {references.texts})
                               : words_bleu(hypotheses, references);
}

std::vector<Score> all_scores(Case letters, const ScoredTexts& hypotheses, const ScoredTexts& references) {
  std::vector<Score> all{judged_bleu(letters, hypotheses, references)};
  if (letters == Case::lower) return all;
  all.push_back(words_bleu(hypotheses, references));
  all.push_back(Chrf().corpus(hypotheses.texts, {references.texts}));
  return all;
}

}  // namespace heed
