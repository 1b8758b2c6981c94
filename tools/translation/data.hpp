// A parallel corpus as ids, ready for training.
#pragma once

#include <string>
#include <vector>

#include "lib/data/batches.hpp"
#include "lib/data/corpus.hpp"
#include "lib/text/tokenizer.hpp"
#include "lib/text/vocabulary.hpp"
#include "models/translator.hpp"

namespace heed {

enum class SharedVocabulary { no, yes };

struct TranslationDataOptions {
  Tokenizer tokenizer{};
  std::size_t min_frequency = 1;  // tokens seen less often in training become <unk>
  std::size_t max_tokens = 100;   // longer training pairs are left out, longer test sources are cut
  SharedVocabulary shared =
      SharedVocabulary::no;  // one vocabulary for both languages, needed to tie all matrices
};

/// One part of the corpus: ids for the model, and the tokenised references that its output is scored against.
struct TranslationSplit {
  std::vector<Example> examples;
  std::vector<SentencePair> pairs;
  std::vector<std::string> references;  // target tokens with spaces between
};

struct TranslationData {
  ModelLanguage source, target;  // their vocabularies are built from the training pairs alone
  TranslationSplit train, valid, test;
  std::vector<std::string> warnings;  // what was left out or cut, with numbers
};

/// Throws Error for a vocabulary of zero or an empty part, saying which.
TranslationData make_translation_data(const Corpus& corpus, const TranslationDataOptions& options);

}  // namespace heed
