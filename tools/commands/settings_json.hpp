// The settings of a run for the files it leaves behind, by the names of the options: d_model for --d-model.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tools/commands/corpus_options.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/training/checkpointer.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {

/// --d-model to --seed, without --heads. "lr" is the rate that was used, also when a rule chose it; "layers"
/// are those of the encoder, and as many of the decoder.
nlohmann::json settings_json(const TranslationSession& session);

/// --source to --max-tokens; of the embedded grammar "level" and "pairs", of other text "data", its folder.
nlohmann::json settings_json(const CorpusChoice& corpus);

/// Returns what must be the same when a training goes on: these settings, with --heads, and `more`.
TrainingIdentity training_identity(const TranslationSession& session, const nlohmann::json& more);
/// Returns the same for the options of a Transformer, GPT, BERT or ViT.
template <typename Options>
TrainingIdentity training_identity(const SessionOptions& run, const Options& model,
                                   const nlohmann::json& more);

}  // namespace heed
