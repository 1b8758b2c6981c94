// From a corpus to a translator.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "models/translator.hpp"
#include "tools/training/session.hpp"
#include "tools/translation/data.hpp"

namespace heed {

struct TrainedTranslator {
  Translator translator;  // with the weights of the best epoch
  SessionResult session;
};

/// The best epoch is the one whose greedy translations of the validation part have the highest BLEU (of
/// lower-cased tokens). Interrupted in the first epoch, it has the weights so far.
TrainedTranslator train_translator(const TranslationData& data, SessionOptions options,
                                   const SessionPlace& place = {});

/// Hashes of the data and the vocabularies, as settings that must be the same when a training goes on.
nlohmann::json data_identity(const TranslationData& data);

/// BLEU of tokenised text against one reference each, as `sacrebleu --tokenize none`.
double token_bleu(const std::vector<std::string>& hypotheses, const std::vector<std::string>& references);

/// The sources of a part, in its order.
std::vector<std::vector<std::int32_t>> sources_of(const TranslationSplit& split);

}  // namespace heed
