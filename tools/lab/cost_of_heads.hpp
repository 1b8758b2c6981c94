// C7 as it comes out of what was counted and timed.
#pragma once

#include <cstdint>
#include <vector>

#include "nn/multihead_attention.hpp"
#include "tools/lab/claim.hpp"
#include "tools/lab/ratio_interval.hpp"

namespace heed {

/// Multiplications of self-attention of x (B, T, C), by the shapes of what the module computes:
/// of each projection rows × weights, of each head Tq Tk Dk for Q Kᵀ and Tq Tk Dv for weights V.
std::int64_t multiplications(const MultiheadAttention& module, const Variable& x);

/// verdict_of_ratio() where every number of heads takes as many multiplications; else it does not hold.
LabVerdict verdict_of_costs(const std::vector<std::int64_t>& multiplications, const RatioInterval& most);

}  // namespace heed
