// Translators of the embedded grammar, which experiments train on the spot.
#pragma once

#include "lib/score/metric.hpp"
#include "tools/measure/experiment.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {

/// Korean to English, level 2 (level 1 if quick); the training part is the same for any number of test
/// sentences.
TranslationData grammar_data(const ExperimentOptions& options, std::size_t test = 500);
/// 2 + 2 layers of 4 heads, d_model 64, and how they are trained.
TranslationSession grammar_session(const ExperimentOptions& options);

/// BLEU's counts of greedy translations of the first `sentences` test sentences.
SegmentStatistics bleu_counts(const TranslationData& data, const Translator& translator,
                              std::size_t sentences);

}  // namespace heed
