// The kinds of attention that `heed attention` measures beside each other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "autograd/ops/attention.hpp"
#include "tools/language/language.hpp"

namespace heed {

/// What one measurement is of.
struct AttentionCase {
  std::int64_t tokens = 0, heads = 1;
  bool causal = false;    // each token sees those before it and itself
  bool backward = false;  // forward and backward, not forward alone
};

struct AttentionKind {
  std::string name, korean;  // "sparse", "희소"
  char mark;                 // in the plot
  std::string what;          // "a window of 256 keys"
  /// The options of a call.
  AttentionOptions (*options)(const AttentionCase& c);
  Bilingual title() const { return {name, korean}; }
};

/// dense, blockwise, sparse (a window of 256 keys), BigBird (a window, a global token and random blocks) and
/// linear.
const std::vector<AttentionKind>& attention_kinds();
const AttentionKind& attention_kind(const std::string& name);

constexpr std::int64_t attention_head_dim = 64;

}  // namespace heed
