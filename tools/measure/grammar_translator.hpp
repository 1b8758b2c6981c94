// A translator of the embedded grammar, trained on the spot: what experiments take apart.
#pragma once

#include "lib/score/metric.hpp"
#include "tools/measure/experiment.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {

struct GrammarTranslator {
  TranslationData data;
  Translator translator;
};

/// Korean to English, level 2 (level 1 if quick); 2 + 2 layers of 4 heads, d_model 64; `test` sentences to be
/// judged by. Trained anew.
GrammarTranslator train_on_grammar(const ExperimentOptions& options, std::uint64_t seed, std::size_t test);

/// The data that it is trained on; the training part is the same for any number of test sentences.
TranslationData grammar_data(const ExperimentOptions& options, std::size_t test = 500);
/// Its sizes and its training.
TranslationSession grammar_session(const ExperimentOptions& options);

/// BLEU's counts of greedy translations of the first `sentences` test sentences.
SegmentStatistics bleu_counts(const TranslationData& data, const Translator& translator,
                              std::size_t sentences);

}  // namespace heed
