// From a corpus to a translator.
#pragma once

#include "tools/training/session.hpp"
#include "tools/translation/data.hpp"
#include "tools/translation/translator.hpp"

namespace heed {

struct TrainedTranslator {
  Translator translator;  // with the weights of the best epoch
  SessionResult session;
};

/// The best epoch is the one whose greedy translations of the validation part have the highest BLEU (of
/// lower-cased tokens). Interrupted in the first epoch, it has the weights so far.
/// `on_best` is called after each epoch that is better than all before.
TrainedTranslator train_translator(const TranslationData& data, Tokenisation tokenisation,
                                   SessionOptions options, Talk talk = Talk::lines,
                                   const std::string& label = "",
                                   const std::function<void(const Translator&)>& on_best = {});

/// BLEU of tokenised text against one reference each, as `sacrebleu --tokenize none`.
double token_bleu(const std::vector<std::string>& hypotheses, const std::vector<std::string>& references);

/// The sources of a part, in its order.
std::vector<std::vector<std::int32_t>> sources_of(const TranslationSplit& split);

}  // namespace heed
