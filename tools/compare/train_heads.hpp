// One run of compare-heads: trains a translator and scores it on the test part.
#pragma once

#include <filesystem>
#include <optional>

#include "tools/compare/head_comparison.hpp"
#include "tools/compare/head_plan.hpp"
#include "tools/translation/data.hpp"
#include "tools/translation/translation_session.hpp"

namespace heed {

/// A training with the heads, epochs, rate and seed of `next`, and `session` for all else. One that diverges
/// is a run of BLEU 0. Nothing if Ctrl-C came before its end. `model`: where its model is kept, with its
/// history and its translations of the test part, as heed translate leaves them; empty: nowhere.
std::optional<HeadRun> train_heads(const TranslationData& data, TranslationSession session,
                                   const PlannedRun& next, const SessionPlace& place,
                                   const std::filesystem::path& model = {});

}  // namespace heed
