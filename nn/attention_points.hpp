// Attention with its named points (nn/trace.hpp).
#pragma once

#include "autograd/ops/attention.hpp"
#include "nn/module.hpp"

namespace heed::inline HEED_PRECISION {

/// multi_head_attention() with these points of `module`:
///   query, key, value   (B, H, T, Dk), behind rotary positions
///   scores              (B, H, Tq, Tk): all that the softmax gets, before the mask. Linear attention:
///                       φ(q)·φ(k), with which it weighs
///   pattern             (B, H, Tq, Tk): the weights before dropout; they sum to 1
///   z                   (B, H, Tq, Dv): each head's result, before out_proj
/// A trace that only looks leaves the kernel at work, and scores and pattern are computed beside it from
/// query and key. A gradient of theirs, or another value in their place, takes the kernel's place: the same
/// function, in ops of its own, in memory that grows with Tq Tk.
Variable traced_attention(const Module& module, const Heads& query, const Heads& key, const Heads& value,
                          std::int64_t heads, std::int64_t head_dim, const AttentionOptions& options);

/// A trace's values with each pattern in one piece (B, H, Tq, Tk), where its first part stood: an LSTM passes
/// its own query by query.
StateDict whole_patterns(const StateDict& values);

}  // namespace heed
