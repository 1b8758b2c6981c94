#include "tools/attention/kinds.hpp"

#include "lib/core/error.hpp"

namespace heed {
namespace {

constexpr std::int64_t window_keys = 256;

Mask whole(const AttentionCase& c) { return c.causal ? Mask::causal() : Mask(); }

/// As many keys either way: half of them on each side, or all of them before.
Mask window(const AttentionCase& c) {
  return c.causal ? Mask::window({.before = window_keys - 1})
                  : Mask::window({.before = window_keys / 2, .after = window_keys / 2});
}

AttentionOptions dense_options(const AttentionCase& c) {
  return {.mask = whole(c), .kernel = AttentionKernel::dense};
}
AttentionOptions blockwise_options(const AttentionCase& c) {
  return {.mask = whole(c), .kernel = AttentionKernel::blockwise};
}
AttentionOptions sparse_options(const AttentionCase& c) {
  return {.mask = window(c), .kernel = AttentionKernel::sparse};
}
AttentionOptions bigbird_options(const AttentionCase& c) {
  const Mask pattern =
      window(c) | Mask::global({0}) | Mask::random_blocks({.keys = c.tokens, .count = 2, .heads = c.heads});
  return {.mask = c.causal ? pattern & Mask::causal() : pattern, .kernel = AttentionKernel::sparse};
}
AttentionOptions linear_options(const AttentionCase& c) {
  return {.mask = whole(c), .kernel = AttentionKernel::linear};
}

}  // namespace

const std::vector<AttentionKind>& attention_kinds() {
  static const std::vector<AttentionKind> kinds{
      {"dense", "보통", 'D', "all scores of a head at once (vanilla)", dense_options},
      {"blockwise", "플래시", 'F', "the same, block by block (FlashAttention-2)", blockwise_options},
      {"sparse", "희소", 'S', "a window of 256 keys (Longformer)", sparse_options},
      {"BigBird", "", 'B', "a window of 256 keys, one global token, 2 drawn blocks of 64", bigbird_options},
      {"linear", "선형", 'L', "φ(q)·φ(k) with φ = elu + 1 for e^(q·k/√d)", linear_options}};
  return kinds;
}

const AttentionKind& attention_kind(const std::string& name) {
  for (const AttentionKind& kind : attention_kinds()) {
    if (kind.name == name) return kind;
  }
  throw_error<UsageError>("there is no kind of attention '{}'", name);
}

}  // namespace heed
