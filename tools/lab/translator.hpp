// A translator of the embedded grammar, trained on the spot: what the lab takes apart.
#pragma once

#include "lib/score/metric.hpp"
#include "tools/lab/claim.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {

struct LabTranslator {
  TranslationData data;
  Translator translator;
};

/// Korean to English, level 2 (level 1 if quick); 2 + 2 layers of 4 heads, d_model 64; `test` sentences to be
/// judged by. Trained anew.
LabTranslator train_lab_translator(const LabOptions& options, std::uint64_t seed, std::size_t test);

/// The data that it is trained on; the training part is the same for any number of test sentences.
TranslationData lab_corpus(const LabOptions& options, std::size_t test = 500);
/// Its sizes and its training.
TranslationSession lab_session(const LabOptions& options);

/// BLEU's counts of greedy translations of the first `sentences` test sentences.
SegmentStatistics lab_counts(const TranslationData& data, const Translator& translator,
                             std::size_t sentences);

}  // namespace heed
