// Attention described once: who may attend to whom, what is done to the scores, how it is computed.
#pragma once

#include "autograd/ops/attention.hpp"
#include "nn/attention_rules.hpp"
#include "nn/positions.hpp"

namespace heed::inline HEED_PRECISION {

/// By which projections the global positions of the rules ask and see: those of all positions, or queries,
/// keys and values of their own (Longformer: Beltagy et al. 2020, section 3.1, "Linear projections for global
/// attention"). Others see them by the projections of all in both cases.
enum class GlobalProjection { shared, own };

/// One value for options, saved models, the command line, caches and pictures. It speaks of self-attention:
/// attention to another sequence sees all of it and knows no distances.
struct AttentionSpec {
  AttentionRules rules{};                                         // who: --attention
  Positions positions{.kind = Position::sinusoidal};              // what is done to the scores: --position
  AttentionKernel kernel = AttentionKernel::automatic;            // how: --kernel
  GlobalProjection global_projection = GlobalProjection::shared;  // --global-projection
};

/// Throws UsageError for positions whose numbers cannot be, for heads of `head_dim` numbers that cannot have
/// them, for the linear kernel with rules, positions or projections that it has no scores for, and for
/// projections of global positions where there are none.
void check_attention(const AttentionSpec& spec, std::int64_t heads, std::int64_t head_dim);

}  // namespace heed
