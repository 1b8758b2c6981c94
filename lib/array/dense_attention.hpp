// Scaled dot-product attention (Vaswani et al. 2017, section 3.2.1) over many heads at once, forward and
// backward: all scores of a head at once, and the weights are kept.
#pragma once

#include "lib/array/attention_rule.hpp"

namespace heed::inline HEED_PRECISION {

/// out = dropout(P) V with P = softmax(scores) over the keys that the mask allows; a query that may attend to
/// nothing gives 0. If `weights` is not null, P (B, H, Tq, attention_pitch(Tk)), before dropout, is written
/// there.
void dense_attention_forward(const AttentionShape& shape, const AttentionInputs& inputs,
                             const AttentionRule& rule, const HeadsView<Scalar>& out, Scalar* weights);

/// The gradients for g = dL/dout. With D the dropout factors:
///   dV = (P∘D)ᵀ g,   dP = D ∘ (g Vᵀ),   dS = P ∘ (dP - rowsum(P ∘ dP)),
///   dQ = scale dS K,   dK = scale dSᵀ Q,   ddistance_bias[k - q + Tq - 1] = Σ dS over pairs so far apart.
void dense_attention_backward(const AttentionShape& shape, const AttentionInputs& inputs,
                              const AttentionRule& rule, const Scalar* weights,
                              const HeadsView<const Scalar>& g, const AttentionGradients& gradients);

}  // namespace heed
