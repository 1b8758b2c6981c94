// C8's first half: what documents say of paths, beside the steps that were counted.
#pragma once

#include "tools/compare/claim_verdict.hpp"
#include "tools/recall/measure.hpp"

namespace heed {

/// The steps of paths grow as documents say: in attention O(1), in convolutions O(log n), in LSTM and RNN
/// O(n). Of a state space they say nothing. Takes three distances at least.
JudgedClaim judge_path(const std::vector<RecallCell>& cells);

}  // namespace heed
