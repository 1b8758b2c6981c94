#include "lib/array/mask_rules.hpp"

#include <algorithm>

#include "lib/array/random.hpp"
#include "lib/core/error.hpp"

namespace heed {

void MaskRule::restrict_row(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t first,
                            std::int64_t count, std::uint8_t* allowed) const {
  const KeyRange seen = visible(batch, head, query, first + count);
  const std::int64_t begin = std::clamp<std::int64_t>(seen.begin - first, 0, count);
  const std::int64_t end = std::clamp<std::int64_t>(seen.end - first, begin, count);
  std::fill(allowed, allowed + begin, std::uint8_t{0});
  std::fill(allowed + end, allowed + count, std::uint8_t{0});
  if (seen.whole) return;
  for (std::int64_t j = begin; j < end; ++j)
    allowed[j] = allowed[j] != 0 && allows(batch, head, query, first + j) ? 1 : 0;
}

void MaskRule::check(const char*, const Shape&) const {}

void no_causal_offset(const char* rule) {
  throw_error<UsageError>(
      "[attention] the linear kernel sums keys up and cannot leave some out for one query alone: it takes "
      "all, padding, causal and these joined by &, not {}",
      rule);
}

namespace {

/// The multiples of `step` in low … high: are there any?
bool any_multiple(std::int64_t low, std::int64_t high, std::int64_t step) {
  if (low > high) return false;
  const std::int64_t down = high >= 0 ? high / step : -((-high + step - 1) / step);  // floor(high / step)
  return down * step >= low;
}

class Band final : public MaskRule {
 public:
  Band(std::int64_t low, std::int64_t high, std::int64_t step) : low_(low), high_(high), step_(step) {}

  bool allows(std::int64_t, std::int64_t, std::int64_t query, std::int64_t key) const override {
    const std::int64_t distance = key - query;
    return low_ <= distance && distance <= high_ && distance % step_ == 0;
  }
  KeyRange visible(std::int64_t, std::int64_t, std::int64_t query, std::int64_t keys) const override {
    const std::int64_t begin = std::clamp<std::int64_t>(query + low_, 0, keys);
    const std::int64_t end = std::clamp<std::int64_t>(query + high_ + 1, begin, keys);
    return {begin, end, step_ == 1};
  }
  Coverage coverage(const PairBlock& b) const override {
    // Every distance between these two occurs in the block.
    const std::int64_t least = b.key - (b.query + b.queries - 1), most = b.key + b.keys - 1 - b.query;
    if (!any_multiple(std::max(least, low_), std::min(most, high_), step_)) return Coverage::none;
    const bool inside = low_ <= least && most <= high_;
    return inside && (step_ == 1 || (least == most && least % step_ == 0)) ? Coverage::all : Coverage::some;
  }
  std::int64_t causal_offset() const override {
    if (low_ > -unlimited_distance || step_ != 1) no_causal_offset("a window");
    return high_;
  }

 private:
  std::int64_t low_, high_, step_;
};

void misfit(const char* op, const Shape& mask, const Shape& scores) {
  throw_error<ShapeError>("[{}] a mask of shape {} does not fit scores of shape (B, H, Tq, Tk) = {}", op,
                          mask, scores);
}

class Lengths final : public MaskRule {
 public:
  Lengths(std::vector<std::int64_t> lengths, std::int64_t keys) : lengths_(std::move(lengths)), keys_(keys) {}

  bool allows(std::int64_t batch, std::int64_t, std::int64_t, std::int64_t key) const override {
    return key < length(batch);
  }
  KeyRange visible(std::int64_t batch, std::int64_t, std::int64_t, std::int64_t keys) const override {
    return {0, std::min(length(batch), keys), true};
  }
  Coverage coverage(const PairBlock& b) const override {
    if (b.key >= length(b.batch)) return Coverage::none;
    return b.key + b.keys <= length(b.batch) ? Coverage::all : Coverage::some;
  }
  void check(const char* op, const Shape& scores) const override {
    const auto batch = static_cast<std::int64_t>(lengths_.size());
    if ((batch != 1 && batch != scores[0]) || keys_ != scores[3]) misfit(op, {batch, 1, 1, keys_}, scores);
  }
  std::int64_t causal_offset() const override { return unlimited_distance; }

 private:
  std::int64_t length(std::int64_t batch) const {
    return lengths_[lengths_.size() == 1 ? 0 : static_cast<std::size_t>(batch)];
  }
  std::vector<std::int64_t> lengths_;
  std::int64_t keys_;
};

class Global final : public MaskRule {
 public:
  explicit Global(std::vector<std::int64_t> positions) : positions_(std::move(positions)) {}

  bool allows(std::int64_t, std::int64_t, std::int64_t query, std::int64_t key) const override {
    return count(query, 1) != 0 || count(key, 1) != 0;
  }
  KeyRange visible(std::int64_t, std::int64_t, std::int64_t query, std::int64_t keys) const override {
    if (count(query, 1) != 0) return {0, keys, true};
    if (positions_.empty()) return {0, 0, true};
    const std::int64_t begin = std::min(positions_.front(), keys),
                       end = std::min(positions_.back() + 1, keys);
    return {begin, end, count(begin, end - begin) == end - begin};
  }
  Coverage coverage(const PairBlock& b) const override {
    const std::int64_t queries = count(b.query, b.queries), keys = count(b.key, b.keys);
    if (queries == 0 && keys == 0) return Coverage::none;
    return queries == b.queries || keys == b.keys ? Coverage::all : Coverage::some;
  }
  std::int64_t causal_offset() const override { no_causal_offset("global positions"); }

 private:
  /// How many of them are in first … first + length - 1.
  std::int64_t count(std::int64_t first, std::int64_t length) const {
    const auto from = std::lower_bound(positions_.begin(), positions_.end(), first);
    return std::lower_bound(from, positions_.end(), first + length) - from;
  }
  std::vector<std::int64_t> positions_;
};

class Random final : public MaskRule {
 public:
  explicit Random(const Mask::RandomBlocks& options)
      : o_(options), blocks_((o_.keys + o_.block - 1) / o_.block), count_(std::min(o_.count, blocks_)) {}

  bool allows(std::int64_t, std::int64_t head, std::int64_t query, std::int64_t key) const override {
    const std::vector<std::int64_t> seen = drawn(head, query / o_.block);
    return key < o_.keys && std::binary_search(seen.begin(), seen.end(), key / o_.block);
  }
  KeyRange visible(std::int64_t, std::int64_t head, std::int64_t query, std::int64_t keys) const override {
    const std::vector<std::int64_t> seen = drawn(head, query / o_.block);
    if (seen.empty()) return {0, 0, true};
    const std::int64_t last = std::min(keys, o_.keys);
    return {std::min(seen.front() * o_.block, last), std::min((seen.back() + 1) * o_.block, last),
            seen.back() - seen.front() + 1 == count_};
  }
  void restrict_row(std::int64_t, std::int64_t head, std::int64_t query, std::int64_t first,
                    std::int64_t count, std::uint8_t* allowed) const override {
    const std::vector<std::int64_t> seen = drawn(head, query / o_.block);
    const std::int64_t end = first + count;
    // block by block: all keys of one have the same answer
    for (std::int64_t key = first, next; key < end; key = next) {
      const bool drawn_from = key < o_.keys;
      next = drawn_from ? std::min({end, o_.keys, (key / o_.block + 1) * o_.block}) : end;
      if (!drawn_from || !std::binary_search(seen.begin(), seen.end(), key / o_.block))
        std::fill(allowed + key - first, allowed + next - first, std::uint8_t{0});
    }
  }
  Coverage coverage(const PairBlock& b) const override {
    const std::int64_t end = std::min(b.key + b.keys, o_.keys);
    if (b.key >= end) return Coverage::none;
    const std::int64_t first = b.key / o_.block, last = (end - 1) / o_.block;
    std::int64_t seen_blocks = 0, rows = 0;
    for (std::int64_t r = b.query / o_.block; r <= (b.query + b.queries - 1) / o_.block; ++r, ++rows) {
      for (const std::int64_t c : drawn(b.head, r)) seen_blocks += first <= c && c <= last ? 1 : 0;
    }
    if (seen_blocks == 0) return Coverage::none;
    return end == b.key + b.keys && seen_blocks == rows * (last - first + 1) ? Coverage::all : Coverage::some;
  }
  std::int64_t causal_offset() const override { no_causal_offset("random blocks"); }

 private:
  /// The blocks of keys that a block of queries sees, in rising order: each choice is as likely as any other
  /// (Bentley & Floyd 1987, "A sample of brilliance").
  std::vector<std::int64_t> drawn(std::int64_t head, std::int64_t query_block) const {
    const RandomStream stream{o_.seed, static_cast<std::uint64_t>(head)};
    std::vector<std::int64_t> chosen;
    for (std::int64_t i = 0; i < count_; ++i) {
      const std::int64_t bound = blocks_ - count_ + i;
      const std::uint64_t word = stream.words(static_cast<std::uint64_t>(query_block * count_ + i))[0];
      auto pick = static_cast<std::int64_t>(word * static_cast<std::uint64_t>(bound + 1) >> 32);
      if (std::find(chosen.begin(), chosen.end(), pick) != chosen.end()) pick = bound;
      chosen.push_back(pick);
    }
    std::sort(chosen.begin(), chosen.end());
    return chosen;
  }
  Mask::RandomBlocks o_;
  std::int64_t blocks_, count_;
};

class Table final : public MaskRule {
 public:
  Table(const Shape& shape, std::vector<std::uint8_t> allowed)
      : shape_(shape), allowed_(std::move(allowed)) {}

  bool allows(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t key) const override {
    return at(batch, head, query)[key * step()] != 0;
  }
  KeyRange visible(std::int64_t, std::int64_t, std::int64_t, std::int64_t keys) const override {
    return {0, keys, false};
  }
  void restrict_row(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t first,
                    std::int64_t count, std::uint8_t* allowed) const override {
    const std::uint8_t* from = at(batch, head, query) + first * step();
    for (std::int64_t j = 0; j < count; ++j) allowed[j] = allowed[j] != 0 && from[j * step()] != 0;
  }
  Coverage coverage(const PairBlock& b) const override {
    bool any = false, all = true;
    for (std::int64_t i = 0; i < (shape_[2] == 1 ? 1 : b.queries) && !(any && !all); ++i) {
      const std::uint8_t* from = at(b.batch, b.head, b.query + i) + b.key * step();
      for (std::int64_t j = 0; j < (step() == 0 ? 1 : b.keys); ++j) (from[j] != 0 ? any : all) = from[j] != 0;
    }
    return !any ? Coverage::none : all ? Coverage::all : Coverage::some;
  }
  void check(const char* op, const Shape& scores) const override {
    for (int axis = 0; axis < 4; ++axis) {
      if (shape_[axis] != 1 && shape_[axis] != scores[axis]) misfit(op, shape_, scores);
    }
  }
  std::int64_t causal_offset() const override {
    if (shape_[2] != 1) no_causal_offset("a table with a row for each query");
    return unlimited_distance;
  }

 private:
  const std::uint8_t* at(std::int64_t batch, std::int64_t head, std::int64_t query) const {
    const std::int64_t b = shape_[0] == 1 ? 0 : batch;
    const std::int64_t h = shape_[1] == 1 ? 0 : head;
    const std::int64_t q = shape_[2] == 1 ? 0 : query;
    return allowed_.data() + ((b * shape_[1] + h) * shape_[2] + q) * shape_[3];
  }
  std::int64_t step() const { return shape_[3] == 1 ? 0 : 1; }
  Shape shape_;  // four axes
  std::vector<std::uint8_t> allowed_;
};

}  // namespace

RulePointer band_rule(std::int64_t low, std::int64_t high, std::int64_t dilation) {
  return std::make_shared<Band>(low, high, dilation);
}
RulePointer lengths_rule(std::vector<std::int64_t> lengths, std::int64_t keys) {
  return std::make_shared<Lengths>(std::move(lengths), keys);
}
RulePointer global_rule(std::vector<std::int64_t> positions) {
  return std::make_shared<Global>(std::move(positions));
}
RulePointer random_rule(const Mask::RandomBlocks& blocks) { return std::make_shared<Random>(blocks); }
RulePointer table_rule(const Shape& shape, std::vector<std::uint8_t> allowed) {
  return std::make_shared<Table>(shape, std::move(allowed));
}

}  // namespace heed
