// Rules made of rules.
#include <algorithm>
#include <array>
#include <utility>

#include "lib/array/mask_rules.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

class Both final : public MaskRule {
 public:
  Both(RulePointer a, RulePointer b) : a_(std::move(a)), b_(std::move(b)) {}

  bool allows(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t key) const override {
    return a_->allows(batch, head, query, key) && b_->allows(batch, head, query, key);
  }
  KeyRange visible(std::int64_t batch, std::int64_t head, std::int64_t query,
                   std::int64_t keys) const override {
    const KeyRange a = a_->visible(batch, head, query, keys), b = b_->visible(batch, head, query, keys);
    const std::int64_t begin = std::max(a.begin, b.begin);
    return {begin, std::max(begin, std::min(a.end, b.end)), a.whole && b.whole};
  }
  void restrict_row(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t first,
                    std::int64_t count, std::uint8_t* allowed) const override {
    a_->restrict_row(batch, head, query, first, count, allowed);
    b_->restrict_row(batch, head, query, first, count, allowed);
  }
  Coverage coverage(const PairBlock& block) const override {
    const Coverage a = a_->coverage(block);
    return a == Coverage::none ? a : std::min(a, b_->coverage(block));
  }
  void check(const char* op, const Shape& scores) const override {
    a_->check(op, scores);
    b_->check(op, scores);
  }
  std::int64_t causal_offset() const override { return std::min(a_->causal_offset(), b_->causal_offset()); }

 private:
  RulePointer a_, b_;
};

class Either final : public MaskRule {
 public:
  Either(RulePointer a, RulePointer b) : a_(std::move(a)), b_(std::move(b)) {}

  bool allows(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t key) const override {
    return a_->allows(batch, head, query, key) || b_->allows(batch, head, query, key);
  }
  KeyRange visible(std::int64_t batch, std::int64_t head, std::int64_t query,
                   std::int64_t keys) const override {
    KeyRange a = a_->visible(batch, head, query, keys), b = b_->visible(batch, head, query, keys);
    if (a.begin == a.end) return b;
    if (b.begin == b.end) return a;
    if (b.begin < a.begin) std::swap(a, b);
    const bool a_is_all = a.whole && b.end <= a.end, joined = a.whole && b.whole && b.begin <= a.end;
    return {a.begin, std::max(a.end, b.end), a_is_all || joined};
  }
  void restrict_row(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t first,
                    std::int64_t count, std::uint8_t* allowed) const override {
    std::array<std::uint8_t, 256> a, b;
    for (std::int64_t done = 0, n = 0; done < count; done += n, allowed += n) {
      n = std::min<std::int64_t>(count - done, std::ssize(a));
      std::copy_n(allowed, n, a.begin());
      std::copy_n(allowed, n, b.begin());
      a_->restrict_row(batch, head, query, first + done, n, a.data());
      b_->restrict_row(batch, head, query, first + done, n, b.data());
      std::transform(a.begin(), a.begin() + n, b.begin(), allowed,
                     [](std::uint8_t x, std::uint8_t y) { return x | y; });
    }
  }
  Coverage coverage(const PairBlock& block) const override {
    const Coverage a = a_->coverage(block);
    return a == Coverage::all ? a : std::max(a, b_->coverage(block));
  }
  void check(const char* op, const Shape& scores) const override {
    a_->check(op, scores);
    b_->check(op, scores);
  }
  std::int64_t causal_offset() const override { no_causal_offset("rules joined by |"); }

 private:
  RulePointer a_, b_;
};

/// A run of the queries that `inner` speaks of: from `first` on, of `queries` (-1: to the end).
class SomeQueries final : public MaskRule {
 public:
  SomeQueries(RulePointer inner, std::int64_t first, std::int64_t queries)
      : inner_(std::move(inner)), first_(first), queries_(queries) {}

  bool allows(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t key) const override {
    return inner_->allows(batch, head, query + first_, key);
  }
  KeyRange visible(std::int64_t batch, std::int64_t head, std::int64_t query,
                   std::int64_t keys) const override {
    return inner_->visible(batch, head, query + first_, keys);
  }
  void restrict_row(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t first,
                    std::int64_t count, std::uint8_t* allowed) const override {
    inner_->restrict_row(batch, head, query + first_, first, count, allowed);
  }
  Coverage coverage(const PairBlock& block) const override {
    PairBlock later = block;
    later.query += first_;
    return inner_->coverage(later);
  }
  void check(const char* op, const Shape& scores) const override {
    inner_->check(op, scores.with(2, queries_ < 0 ? scores[2] + first_ : queries_));
  }
  std::int64_t causal_offset() const override {
    return std::min(inner_->causal_offset() + first_, unlimited_distance);
  }

 private:
  RulePointer inner_;
  std::int64_t first_, queries_;
};

class ExtraKeys final : public MaskRule {
 public:
  ExtraKeys(RulePointer inner, std::int64_t keys) : inner_(std::move(inner)), keys_(keys) {}

  bool allows(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t key) const override {
    return key >= keys_ || inner_->allows(batch, head, query, key);
  }
  KeyRange visible(std::int64_t batch, std::int64_t head, std::int64_t query,
                   std::int64_t keys) const override {
    const KeyRange inner = inner_->visible(batch, head, query, std::min(keys, keys_));
    if (keys <= keys_) return inner;
    if (inner.begin == inner.end) return {keys_, keys, true};
    return {inner.begin, keys, inner.whole && inner.end == keys_};
  }
  void restrict_row(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t first,
                    std::int64_t count, std::uint8_t* allowed) const override {
    const std::int64_t inner = std::clamp<std::int64_t>(keys_ - first, 0, count);
    if (inner > 0) inner_->restrict_row(batch, head, query, first, inner, allowed);
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
    if (inner_->causal_offset() < unlimited_distance) no_causal_offset("keys for all behind a causal rule");
    return unlimited_distance;
  }

 private:
  RulePointer inner_;
  std::int64_t keys_;
};

}  // namespace

RulePointer both_rules(RulePointer a, RulePointer b) {
  return std::make_shared<Both>(std::move(a), std::move(b));
}
RulePointer either_rule(RulePointer a, RulePointer b) {
  return std::make_shared<Either>(std::move(a), std::move(b));
}
RulePointer later_queries_rule(RulePointer inner, std::int64_t first) {
  return std::make_shared<SomeQueries>(std::move(inner), first, -1);
}
RulePointer first_queries_rule(RulePointer inner, std::int64_t queries) {
  return std::make_shared<SomeQueries>(std::move(inner), 0, queries);
}
RulePointer extra_keys_rule(RulePointer inner, std::int64_t keys) {
  return std::make_shared<ExtraKeys>(std::move(inner), keys);
}

}  // namespace heed
