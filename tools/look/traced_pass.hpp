// A forward pass, and a backward one where gradients are wanted, of which the points that are asked for are
// kept.
#pragma once

#include <functional>
#include <vector>

#include "autograd/variable.hpp"
#include "lib/core/tokens.hpp"
#include "tools/look/looking.hpp"

namespace heed {

/// The point at which an LSTM's attention passes its weights, at each token.
inline constexpr const char* lstm_pattern = "attention.pattern";

/// These heads' parts are 0 from now on. The forward pass throws UsageError for a head that there is not.
void leave_out(Trace& trace, const std::vector<Ablation>& heads);

/// Fills values, gradients, probability and broken of `looked`; `forward` gives the logits of which `next`
/// are right.
void traced_pass(Looked& looked, const Module& model, const Tokens& next, const LookOptions& options,
                 const std::function<Variable()>& forward);

}  // namespace heed
