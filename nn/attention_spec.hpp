// Attention described once: who may attend to whom, what is done to the scores, how it is computed.
#pragma once

#include "autograd/ops/attention.hpp"
#include "nn/attention_rules.hpp"
#include "nn/positions.hpp"

namespace heed {

/// "dense", "blockwise", …; parse throws UsageError that lists them.
/// By which projections the global positions of the rules ask and see: those of all positions, or queries,
/// keys and values of their own (Longformer: Beltagy et al. 2020, section 3.1, "Linear projections for global
/// attention"). Others see them by the projections of all in both cases.
enum class GlobalProjection { shared, own };

AttentionKernel parse_kernel(const std::string& text);
std::string kernel_text(AttentionKernel kernel);
/// What parse_kernel() reads: "automatic|dense|…".
std::string kernel_forms();

/// "shared" or "own"; parse throws UsageError.
GlobalProjection parse_global_projection(const std::string& text);
std::string global_projection_text(GlobalProjection projection);

/// One value for options, saved models, the command line, caches and pictures. It speaks of self-attention:
/// attention to another sequence sees all of it and knows no distances.
struct AttentionSpec {
  AttentionRules rules{};                                         // who: --attention
  Positions positions{.kind = Position::sinusoidal};              // what is done to the scores: --position
  AttentionKernel kernel = AttentionKernel::automatic;            // how: --kernel
  GlobalProjection global_projection = GlobalProjection::shared;  // --global-projection
};

/// Throws UsageError for heads of `head_dim` numbers that cannot have such positions, for the linear kernel
/// with rules or positions that it has no scores for, and for projections of global positions where there
/// are none.
void check_attention(const AttentionSpec& spec, std::int64_t heads, std::int64_t head_dim);

}  // namespace heed
