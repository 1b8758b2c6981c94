// The rules of which masks are made. Private to mask.cpp.
#pragma once

#include "lib/array/mask.hpp"

namespace heed::inline HEED_PRECISION {

/// One rule, or several joined.
class MaskRule {
 public:
  virtual ~MaskRule() = default;
  virtual bool allows(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t key) const = 0;
  virtual KeyRange visible(std::int64_t batch, std::int64_t head, std::int64_t query,
                           std::int64_t keys) const = 0;
  /// allowed[j] becomes 0 where key first + j may not be attended to; the others stay.
  virtual void restrict_row(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t first,
                            std::int64_t count, std::uint8_t* allowed) const;
  virtual Coverage coverage(const PairBlock& block) const = 0;
  virtual void check(const char* op, const Shape& scores) const;
  /// As Mask::causal_offset.
  virtual std::int64_t causal_offset() const = 0;
};
/// Further than any key is from any query.
inline constexpr std::int64_t unlimited_distance = std::int64_t{1} << 61;
/// Throws the UsageError of causal_offset.
[[noreturn]] void no_causal_offset(const char* rule);
using RulePointer = std::shared_ptr<const MaskRule>;

/// low <= key - query <= high, in steps of `dilation` from 0.
RulePointer band_rule(std::int64_t low, std::int64_t high, std::int64_t dilation);
/// The first lengths[b] of `keys` keys.
RulePointer lengths_rule(std::vector<std::int64_t> lengths, std::int64_t keys);
/// `positions` in rising order.
RulePointer global_rule(std::vector<std::int64_t> positions);
/// Of the positions 0 … count - 1.
RulePointer first_global_rule(std::int64_t count);
RulePointer random_rule(const Mask::RandomBlocks& blocks);
/// `shape` has four axes.
RulePointer table_rule(const Shape& shape, std::vector<std::uint8_t> allowed);

RulePointer both_rules(RulePointer a, RulePointer b);
RulePointer either_rule(RulePointer a, RulePointer b);
RulePointer later_queries_rule(RulePointer inner, std::int64_t first);
RulePointer first_queries_rule(RulePointer inner, std::int64_t queries);
RulePointer extra_keys_rule(RulePointer inner, std::int64_t keys);

}  // namespace heed
