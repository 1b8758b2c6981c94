// This holds what attention is given, checked and in the kernels' words: for attention.cpp, and code that
// asks which kernel it takes.
#pragma once

#include <array>
#include <cstdint>

#include "autograd/ops/attention.hpp"
#include "lib/array/attention_rule.hpp"

namespace heed::inline HEED_PRECISION {

/// Query, key and value of one call, wherever the heads lie.
struct AttentionCall {
  /// As scaled_dot_product_attention and multi_head_attention are given them. Throw ShapeError, the latter
  /// UsageError too.
  AttentionCall(const Variable& query, const Variable& key, const Variable& value);
  AttentionCall(const Heads& query, const Heads& key, const Heads& value, std::int64_t heads,
                std::int64_t head_dim);

  /// dense, blockwise or linear. Throws UsageError for what the kernel does not have.
  AttentionKernel kernel(const AttentionOptions& options) const;
  /// Throws ShapeError and UsageError for what cannot be.
  AttentionRule rule(const AttentionOptions& options) const;

  std::array<Heads, 3> in;  // query, key, value
  AttentionInputs memory;   // where their numbers lie
  AttentionShape s;
  Shape out;
  HeadsView<const Scalar> out_view;  // at no memory yet
};

}  // namespace heed
