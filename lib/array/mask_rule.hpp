// The rules of which masks are made. Private to the files of Mask.
#pragma once

#include "lib/array/mask.hpp"

namespace heed::inline HEED_PRECISION {

/// A query of one head of one batch.
struct QueryAt {
  std::int64_t batch, head, position;
};

/// One rule, or several joined. Each kind stands in a .cpp file beside the function that makes a mask of it.
class MaskRule {
 public:
  virtual ~MaskRule() = default;
  virtual KeyRange visible(const QueryAt& q, std::int64_t keys) const = 0;
  /// allowed[j] becomes 0 where key first + j may not be attended to; the others stay. The default is for
  /// rules that allow all visible keys.
  virtual void restrict_row(const QueryAt& q, std::int64_t first, std::int64_t count,
                            std::uint8_t* allowed) const;
  virtual Coverage coverage(const PairBlock& block) const = 0;
  virtual void check(const char* /*op*/, const Shape& /*scores*/) const {}
  /// As Mask::causal_offset; throws UsageError where there is none.
  virtual std::int64_t causal_offset() const;
};
using RulePointer = std::shared_ptr<const MaskRule>;

/// Further than any key is from any query.
inline constexpr std::int64_t unlimited_distance = std::int64_t{1} << 61;

}  // namespace heed
