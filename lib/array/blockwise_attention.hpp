// The same attention block by block (FlashAttention-2: Dao 2023, on a CPU): the scores are never all there at
// once, so memory grows with Tq + Tk, and a block in which the mask allows nothing costs nothing.
#pragma once

#include "lib/array/attention_rule.hpp"

namespace heed::inline HEED_PRECISION {

/// out as that of dense_attention_forward, to rounding: the sums over keys are taken in blocks. With m_i the
/// largest score of query i and l_i = Σ_j exp(s_ij - m_i), block after block
///   m' = max(m, max_j s_ij),   l' = l e^(m-m') + Σ_j e^(s_ij-m'),   out' = out e^(m-m') + Σ_j D_ij
///   e^(s_ij-m') v_j
/// and out / l in the end. If `statistics` is not null, m_i and 1/l_i (0 and 0 of a query that may attend to
/// nothing) are left there: (B, H, Tq, 2). (The paper keeps m + log l, in which a large m drowns the
/// logarithm.)
void blockwise_attention_forward(const AttentionShape& shape, const AttentionInputs& inputs,
                                 const AttentionRule& rule, const HeadsView<Scalar>& out, Scalar* statistics);

/// The share of its blocks in which the mask allows nothing, of the first head of that batch which has fewest
/// of them: where sequences are padded, the longest one's.
double blocks_left_out(const AttentionShape& shape, const Mask& mask);

/// The gradients of dense_attention_backward, to rounding. P_ij = exp(s_ij - m_i) / l_i is computed again,
/// and rowsum(P ∘ dP) = g·out.
void blockwise_attention_backward(const AttentionShape& shape, const AttentionInputs& inputs,
                                  const AttentionRule& rule, const HeadsView<const Scalar>& out,
                                  const Scalar* statistics, const HeadsView<const Scalar>& g,
                                  const AttentionGradients& gradients);

}  // namespace heed
