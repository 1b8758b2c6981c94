// Translations as texts that are scored. A model of small letters is judged by BLEU of lower-cased words, as
// older figures are; one that writes capitals by BLEU of the text itself, as sacreBLEU does without options.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lib/score/score.hpp"
#include "lib/text/tokenizer.hpp"

namespace heed {

/// The same sentences in two forms.
struct ScoredTexts {
  std::vector<std::string> texts;  // as a person writes them
  std::vector<std::string> words;  // lower-cased, with spaces between

  /// Appends a sentence of which these are the tokens.
  void add(const Tokenizer& tokenizer, std::span<const std::string> tokens);
  /// The form that is judged where letters are such.
  const std::vector<std::string>& judged(Case letters) const { return letters == Case::keep ? texts : words; }
};

ScoredTexts scored_texts(const Tokenizer& tokenizer, std::span<const std::vector<std::string>> translations);

/// BLEU by which a model that writes such letters is judged.
Score judged_bleu(Case letters, const ScoredTexts& hypotheses, const ScoredTexts& references);

/// That one first; of whole texts also BLEU of lower-cased words, and chrF2.
std::vector<Score> all_scores(Case letters, const ScoredTexts& hypotheses, const ScoredTexts& references);

}  // namespace heed
