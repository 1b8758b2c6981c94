// A parallel corpus as ids, ready for training.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lib/data/batches.hpp"
#include "lib/data/corpus.hpp"
#include "lib/score/scored_texts.hpp"
#include "lib/text/tokenizer.hpp"
#include "lib/text/vocabulary.hpp"
#include "models/translator.hpp"

namespace heed {

enum class SharedVocabulary { no, yes };

struct TranslationDataOptions {
  Tokenisation tokenisation = Tokenisation::words;
  std::optional<Case> letters{};  // nothing: what is usual for the tokens
  SubwordOptions subwords{};      // of each language; shared: of both together
  double subword_sampling = 0;    // 0: always the best subwords; else SubwordModel::sample()'s alpha
  std::size_t min_frequency = 1;  // tokens seen less often in training become <unk>
  std::size_t max_tokens = 100;   // longer training pairs are left out, longer test sources are cut
  SharedVocabulary shared =
      SharedVocabulary::no;  // one vocabulary for both languages, needed to tie all matrices
};

/// One part of the corpus: ids for the model, the sentences, and what its output is scored against.
struct TranslationSplit {
  std::vector<Example> examples;
  std::vector<SentencePair> pairs;
  ScoredTexts references;
};

struct TranslationData {
  ModelLanguage source, target;  // their vocabularies are built from the training pairs alone
  TranslationSplit train, valid, test;
  std::vector<std::string> warnings;  // what was left out or cut, with numbers
  TranslationDataOptions options{};
};

/// Throws Error for a vocabulary of zero or an empty part, saying which, and for more subwords than the text
/// allows.
TranslationData make_translation_data(const Corpus& corpus, const TranslationDataOptions& options);

/// The training examples, their words cut into other subwords: a function of (seed, epoch). One that would be
/// too long stays as it is.
std::vector<Example> drawn_subwords(const TranslationData& data, std::uint64_t seed, std::uint64_t epoch);

}  // namespace heed
