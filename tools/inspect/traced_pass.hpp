// The readings of all kinds of models share this pass.
#pragma once

#include <functional>
#include <string>

#include "autograd/variable.hpp"
#include "lib/core/tokens.hpp"
#include "tools/inspect/reading.hpp"

namespace heed {

/// Leaves the heads out of every later pass. The pass throws UsageError for a head that does not exist.
void leave_out(Trace& trace, const std::vector<Ablation>& heads);

/// Fills values, gradients, probability and broken of the reading; `forward` returns the logits of which
/// `reading.ids` are right.
void traced_pass(Reading& reading, const Module& model, const ReadOptions& options,
                 const std::function<Variable()>& forward);

}  // namespace heed
