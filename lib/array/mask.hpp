// A mask says who may attend to whom.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lib/core/scalar.hpp"
#include "lib/core/shape.hpp"
#include "lib/core/tokens.hpp"

namespace heed::inline HEED_PRECISION {

class MaskRule;  // lib/array/mask_rule.hpp

/// A mask's answer for all pairs of a block at once.
enum class Coverage { none, some, all };

/// Queries query … query + queries - 1 and keys key … key + keys - 1 of one head of one batch.
struct PairBlock {
  std::int64_t batch, head, query, queries, key, keys;
};

/// Keys begin … end - 1. Whole: all of them may be attended to; else some of them, perhaps.
struct KeyRange {
  std::int64_t begin, end;
  bool whole;
};

/// For each query i and key j of each batch and head: may i attend to j? *True means may attend*, everywhere
/// in heed (PyTorch's boolean masks of nn.MultiheadAttention mean the opposite: true = left out).
///
/// A mask is a rule, not an array: it is kept apart from the kernels that obey it, and they ask it for a
/// pair, a row or a block. Only dense() keeps as many bytes as it is given. Query i and key i stand at the
/// same position; where there are fewer queries than keys, position 0 is the first of both.
class Mask {
 public:
  /// Everyone may attend to everyone.
  Mask() = default;

  /// Query i sees keys j <= i + offset. With a cache, `offset` is the number of keys before the first query.
  static Mask causal(std::int64_t offset = 0);
  /// Keys that are not `pad`: ids (B, T) -> every query of batch b sees key j if ids[b][j] != pad.
  static Mask padding(const Tokens& tokens, std::int32_t pad = 0);
  /// So many keys before a query's position and after it, and the one at it. With dilation d every d-th key
  /// (Longformer: Beltagy et al. 2020, section 3.1).
  struct Window {
    std::int64_t before = 0, after = 0, dilation = 1;
  };
  /// Throws UsageError for a number below 0 or a dilation below 1.
  static Mask window(const Window& window);
  /// The first `count` positions see all keys and are seen by all queries (Longformer). Throws UsageError for
  /// a number below 0.
  static Mask first_global(std::int64_t count);
  /// Positions are cut into blocks of `block`. Each block draws `count` blocks among itself and those before
  /// it, from the seed, for each head anew (BigBird: Zaheer et al. 2020, section 2); it sees those, and those
  /// that drew it. So what two positions know of each other does not depend on how long the sequence is (in
  /// BigBird each block draws among all), causal attention sees `count` blocks, and both ways about as many
  /// again. Drawn for the first `keys` positions; further heads than `heads` draw as head h mod `heads`.
  struct RandomBlocks {
    std::int64_t keys, block = 64, count = 3;
    std::uint64_t seed = 0;
    std::int64_t heads = 1;
  };
  /// Throws UsageError for a number below 0 or a block below 1.
  static Mask random_blocks(const RandomBlocks& blocks);
  /// Any rule: one byte for each pair, not 0 = may attend. Shape (Tq, Tk), (B, Tq, Tk) or (B, H, Tq, Tk);
  /// axes of length 1 are repeated. Throws ShapeError.
  static Mask dense(const Shape& shape, std::vector<std::uint8_t> allowed);

  /// Both must allow; one must.
  friend Mask operator&(const Mask& a, const Mask& b);
  friend Mask operator|(const Mask& a, const Mask& b);
  /// The rule of the queries from `first` on: query 0 is now that one.
  Mask queries_from(std::int64_t first) const;
  /// The same rule for the first `keys` keys, and further ones behind them to which everyone may attend.
  Mask with_extra_keys(std::int64_t keys) const;

  bool everyone() const { return rule_ == nullptr; }
  bool allows(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t key) const;
  /// The keys out of 0 … keys - 1 beyond which the query may attend to nothing.
  KeyRange visible(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t keys) const;
  /// allowed[j]: may the query attend to key first + j?, for j = 0 … count - 1.
  void row(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t first, std::int64_t count,
           std::uint8_t* allowed) const;
  /// none and all are certain; `some` may be said of a block in which two rules have no pair in common.
  Coverage coverage(const PairBlock& block) const;

  /// For who sums keys up from the first to the last: the offset of a rule by which query i sees, of those
  /// keys that any query sees, the ones j <= i + offset. 2^61 where nothing is causal. Throws UsageError for
  /// a rule that is none of all, padding, causal, and these joined by &.
  std::int64_t causal_offset() const;

  /// Throws ShapeError naming `op` if a rule does not fit scores of shape (batch, heads, queries, keys).
  void check(const char* op, std::int64_t batch, std::int64_t heads, std::int64_t queries,
             std::int64_t keys) const;

 private:
  explicit Mask(std::shared_ptr<const MaskRule> rule) : rule_(std::move(rule)) {}
  std::shared_ptr<const MaskRule> rule_;  // null: everyone
};

}  // namespace heed
