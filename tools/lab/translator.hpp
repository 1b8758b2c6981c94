// A translator of the embedded grammar, trained on the spot: what the lab takes apart.
#pragma once

#include "tools/lab/claim.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {

struct LabTranslator {
  TranslationData data;
  Translator translator;
};

/// Korean to English, level 2 (level 1 if quick); 2 + 2 layers of 4 heads, d_model 64. Trained once a
/// program.
const LabTranslator& lab_translator(const LabOptions& options);

/// The data that it is trained on.
TranslationData lab_corpus(const LabOptions& options);
/// Its sizes and its training.
SessionOptions lab_session(const LabOptions& options);

/// BLEU of greedy translations of the first `sentences` test sentences.
double lab_bleu(const TranslationData& data, const Translator& translator, std::size_t sentences);

}  // namespace heed
