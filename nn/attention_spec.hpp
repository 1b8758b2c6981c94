// Attention described once: who may attend to whom, what is done to the scores, how it is computed.
#pragma once

#include "autograd/ops/attention.hpp"
#include "nn/attention_rules.hpp"
#include "nn/positions.hpp"

namespace heed {

/// "dense", "blockwise", …; parse throws UsageError that lists them.
AttentionKernel parse_kernel(const std::string& text);
std::string kernel_text(AttentionKernel kernel);
/// What parse_kernel() reads: "automatic|dense|…".
std::string kernel_forms();

/// One value for options, saved models, the command line, caches and pictures. It speaks of self-attention:
/// attention to another sequence sees all of it and knows no distances.
struct AttentionSpec {
  AttentionRules rules{};                               // who: --attention
  Positions positions{.kind = Position::sinusoidal};    // what is done to the scores: --position
  AttentionKernel kernel = AttentionKernel::automatic;  // how: --kernel
};

/// Throws UsageError for heads of `head_dim` numbers that cannot have such positions, and for the
/// linear kernel with rules or positions that it has no scores for.
void check_attention(const AttentionSpec& spec, std::int64_t heads, std::int64_t head_dim);

}  // namespace heed
