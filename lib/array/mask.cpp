// Masks, and rules made of rules.
#include "lib/array/mask.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "lib/array/mask_rule.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

void MaskRule::restrict_row(const QueryAt& q, std::int64_t first, std::int64_t count,
                            std::uint8_t* allowed) const {
  const KeyRange seen = visible(q, first + count);
  const std::int64_t begin = std::clamp<std::int64_t>(seen.begin - first, 0, count);
  const std::int64_t end = std::clamp<std::int64_t>(seen.end - first, begin, count);
  std::fill(allowed, allowed + begin, std::uint8_t{0});
  std::fill(allowed + end, allowed + count, std::uint8_t{0});
}

std::int64_t MaskRule::causal_offset() const {
  throw_error<UsageError>(
      "[attention] the linear kernel sums keys up and cannot leave some out for one query alone: it takes "
      "masks that are all, padding, causal and these joined by &, no others");
}

namespace {

/// Two rules that must both fit the scores.
class TwoRules : public MaskRule {
 public:
  TwoRules(RulePointer a, RulePointer b) : a_(std::move(a)), b_(std::move(b)) {}
  void check(const char* op, const Shape& scores) const override {
    a_->check(op, scores);
    b_->check(op, scores);
  }

 protected:
  RulePointer a_, b_;
};

class Both final : public TwoRules {
 public:
  using TwoRules::TwoRules;

  KeyRange visible(const QueryAt& q, std::int64_t keys) const override {
    const KeyRange a = a_->visible(q, keys), b = b_->visible(q, keys);
    const std::int64_t begin = std::max(a.begin, b.begin);
    return {begin, std::max(begin, std::min(a.end, b.end)), a.whole && b.whole};
  }
  void restrict_row(const QueryAt& q, std::int64_t first, std::int64_t count,
                    std::uint8_t* allowed) const override {
    a_->restrict_row(q, first, count, allowed);
    b_->restrict_row(q, first, count, allowed);
  }
  Coverage coverage(const PairBlock& block) const override {
    const Coverage a = a_->coverage(block);
    return a == Coverage::none ? a : std::min(a, b_->coverage(block));
  }
  std::int64_t causal_offset() const override { return std::min(a_->causal_offset(), b_->causal_offset()); }
};

class Either final : public TwoRules {
 public:
  using TwoRules::TwoRules;

  KeyRange visible(const QueryAt& q, std::int64_t keys) const override {
    KeyRange a = a_->visible(q, keys), b = b_->visible(q, keys);
    if (a.begin == a.end) return b;
    if (b.begin == b.end) return a;
    if (b.begin < a.begin) std::swap(a, b);
    const bool a_is_all = a.whole && b.end <= a.end, joined = a.whole && b.whole && b.begin <= a.end;
    return {a.begin, std::max(a.end, b.end), a_is_all || joined};
  }
  void restrict_row(const QueryAt& q, std::int64_t first, std::int64_t count,
                    std::uint8_t* allowed) const override {
    std::array<std::uint8_t, 256> a, b;
    for (std::int64_t done = 0, n = 0; done < count; done += n, allowed += n) {
      n = std::min<std::int64_t>(count - done, std::ssize(a));
      std::copy_n(allowed, n, a.begin());
      std::copy_n(allowed, n, b.begin());
      a_->restrict_row(q, first + done, n, a.data());
      b_->restrict_row(q, first + done, n, b.data());
      std::transform(a.begin(), a.begin() + n, b.begin(), allowed,
                     [](std::uint8_t x, std::uint8_t y) { return x | y; });
    }
  }
  Coverage coverage(const PairBlock& block) const override {
    const Coverage a = a_->coverage(block);
    return a == Coverage::all ? a : std::max(a, b_->coverage(block));
  }
};

/// `inner` for its queries from `first` on.
class LaterQueries final : public MaskRule {
 public:
  LaterQueries(RulePointer inner, std::int64_t first) : inner_(std::move(inner)), first_(first) {}

  KeyRange visible(const QueryAt& q, std::int64_t keys) const override {
    return inner_->visible(later(q), keys);
  }
  void restrict_row(const QueryAt& q, std::int64_t first, std::int64_t count,
                    std::uint8_t* allowed) const override {
    inner_->restrict_row(later(q), first, count, allowed);
  }
  Coverage coverage(const PairBlock& block) const override {
    PairBlock inside = block;
    inside.query += first_;
    return inner_->coverage(inside);
  }
  void check(const char* op, const Shape& scores) const override {
    inner_->check(op, scores.with(2, scores[2] + first_));
  }
  std::int64_t causal_offset() const override {
    return std::min(inner_->causal_offset() + first_, unlimited_distance);
  }

 private:
  QueryAt later(const QueryAt& q) const { return {q.batch, q.head, q.position + first_}; }
  RulePointer inner_;
  std::int64_t first_;
};

class ExtraKeys final : public MaskRule {
 public:
  ExtraKeys(RulePointer inner, std::int64_t keys) : inner_(std::move(inner)), keys_(keys) {}

  KeyRange visible(const QueryAt& q, std::int64_t keys) const override {
    const KeyRange inner = inner_->visible(q, std::min(keys, keys_));
    if (keys <= keys_) return inner;
    if (inner.begin == inner.end) return {keys_, keys, true};
    return {inner.begin, keys, inner.whole && inner.end == keys_};
  }
  void restrict_row(const QueryAt& q, std::int64_t first, std::int64_t count,
                    std::uint8_t* allowed) const override {
    const std::int64_t inner = std::clamp<std::int64_t>(keys_ - first, 0, count);
    if (inner > 0) inner_->restrict_row(q, first, inner, allowed);
  }
  Coverage coverage(const PairBlock& block) const override {
    const std::int64_t inner = std::clamp<std::int64_t>(keys_ - block.key, 0, block.keys);
    if (inner == 0) return Coverage::all;
    PairBlock front = block;
    front.keys = inner;
    const Coverage coverage = inner_->coverage(front);
    return inner < block.keys ? std::max(coverage, Coverage::some) : coverage;
  }
  void check(const char* op, const Shape& scores) const override {
    inner_->check(op, scores.with(3, std::min(keys_, scores[3])));
  }
  std::int64_t causal_offset() const override {
    return inner_->causal_offset() < unlimited_distance ? MaskRule::causal_offset() : unlimited_distance;
  }

 private:
  RulePointer inner_;
  std::int64_t keys_;
};

}  // namespace

Mask operator&(const Mask& a, const Mask& b) {
  if (a.everyone()) return b;
  return b.everyone() ? a : Mask(std::make_shared<Both>(a.rule_, b.rule_));
}

Mask operator|(const Mask& a, const Mask& b) {
  return a.everyone() || b.everyone() ? Mask() : Mask(std::make_shared<Either>(a.rule_, b.rule_));
}

Mask Mask::queries_from(std::int64_t first) const {
  return everyone() || first == 0 ? *this : Mask(std::make_shared<LaterQueries>(rule_, first));
}

Mask Mask::with_extra_keys(std::int64_t keys) const {
  return everyone() ? Mask() : Mask(std::make_shared<ExtraKeys>(rule_, keys));
}

bool Mask::allows(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t key) const {
  std::uint8_t allowed = 1;
  row(batch, head, query, key, 1, &allowed);
  return allowed != 0;
}

KeyRange Mask::visible(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t keys) const {
  return everyone() ? KeyRange{0, keys, true} : rule_->visible({batch, head, query}, keys);
}

void Mask::row(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t first,
               std::int64_t count, std::uint8_t* allowed) const {
  std::fill_n(allowed, count, std::uint8_t{1});
  if (!everyone()) rule_->restrict_row({batch, head, query}, first, count, allowed);
}

Coverage Mask::coverage(const PairBlock& block) const {
  return everyone() ? Coverage::all : rule_->coverage(block);
}

std::int64_t Mask::causal_offset() const { return everyone() ? unlimited_distance : rule_->causal_offset(); }

void Mask::check(const char* op, std::int64_t batch, std::int64_t heads, std::int64_t queries,
                 std::int64_t keys) const {
  if (!everyone()) rule_->check(op, {batch, heads, queries, keys});
}

}  // namespace heed
