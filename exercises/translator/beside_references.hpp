// A training beside the references: the first step at which, from the same weights and with the same batch,
// the learner's parts compute something else. To be found again it need not be trained up to there.
#pragma once

#include "exercises/translator/stages.hpp"

namespace heed::translator {

/// Compares every step of a training. The first that differs is kept in `file`, with the weights and Adam's
/// state before it. Where `file` is there already, the training ends behind the step that it holds.
StageResult beside_overfit(const Parts& parts, const Grammar& grammar, const std::string& file,
                           const Progress& progress);
StageResult beside_train(const Parts& parts, const Grammar& grammar, const std::string& file,
                         const Progress& progress);
/// The step in `file` alone.
StageResult step_again(const Parts& parts, const Grammar& grammar, const std::string& file,
                       const Progress& progress);

}  // namespace heed::translator
