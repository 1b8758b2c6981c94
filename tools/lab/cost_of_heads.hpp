// C7 as it comes out of what was counted and timed.
#pragma once

#include <cstdint>
#include <vector>

#include "lib/score/ratio_interval.hpp"
#include "nn/multihead_attention.hpp"
#include "tools/compare/claim_verdict.hpp"
#include "tools/lab/claim.hpp"

namespace heed {

/// Multiplications of self-attention of x (B, T, C), by the shapes of what the module computes:
/// of each projection rows × weights, of each head Tq Tk Dk for Q Kᵀ and Tq Tk Dv for weights V.
std::int64_t multiplications(const MultiheadAttention& module, const Variable& x);

/// "About as much" is less than this many times.
constexpr double about_as_much = 1.25;
/// It holds below 1.25, in part below 2; where the interval goes across one of these, it cannot be told:
/// inside the noise.
ClaimVerdict verdict_of_ratio(const RatioInterval& ratio);

/// verdict_of_ratio() where every number of heads takes as many multiplications; else it does not hold.
LabVerdict verdict_of_costs(const std::vector<std::int64_t>& multiplications, const RatioInterval& most);

}  // namespace heed
