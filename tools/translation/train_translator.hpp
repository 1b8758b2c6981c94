// From a corpus to a translator.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "models/translator.hpp"
#include "tools/translation/data.hpp"
#include "tools/translation/translation_session.hpp"

namespace heed {

struct TrainedTranslator {
  Translator translator;  // with the weights of the best epoch
  SessionResult session;
};

/// With new weights, of run.seed, for these vocabularies.
Translator untrained_translator(const TranslationData& data, TranslationSession session);

/// The best epoch is the one whose greedy translations of the validation part have the highest BLEU
/// (judged_bleu() of scores.hpp). Interrupted in the first epoch, it has the weights so far.
TrainedTranslator train_translator(const TranslationData& data, const TranslationSession& session,
                                   const SessionPlace& place = {});

/// Hashes of the data and the vocabularies, as settings that must be the same when a training goes on.
nlohmann::json data_identity(const TranslationData& data);

/// The sources of a part, in its order.
std::vector<std::vector<std::int32_t>> sources_of(const TranslationSplit& split);

}  // namespace heed
