#include "lib/array/mask_rules.hpp"

#include <algorithm>

#include "lib/array/random.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

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
  /// Positions begin … end - 1.
  struct Run {
    std::int64_t begin, end;
  };
  /// `runs` in rising order.
  explicit Global(std::vector<Run> runs) : runs_(std::move(runs)) {}

  bool allows(std::int64_t, std::int64_t, std::int64_t query, std::int64_t key) const override {
    return count(query, 1) != 0 || count(key, 1) != 0;
  }
  KeyRange visible(std::int64_t, std::int64_t, std::int64_t query, std::int64_t keys) const override {
    if (count(query, 1) != 0) return {0, keys, true};
    if (runs_.empty()) return {0, 0, true};
    const std::int64_t begin = std::min(runs_.front().begin, keys), end = std::min(runs_.back().end, keys);
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
    std::int64_t all = 0;
    for (const Run& run : runs_)
      all += std::max<std::int64_t>(std::min(run.end, first + length) - std::max(run.begin, first), 0);
    return all;
  }
  std::vector<Run> runs_;
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
  std::vector<Global::Run> runs;
  for (const std::int64_t position : positions) {
    if (runs.empty() || runs.back().end != position) runs.push_back({position, position});
    ++runs.back().end;
  }
  return std::make_shared<Global>(std::move(runs));
}
RulePointer first_global_rule(std::int64_t count) {
  return std::make_shared<Global>(count == 0 ? std::vector<Global::Run>{}
                                             : std::vector<Global::Run>{{0, count}});
}
RulePointer table_rule(const Shape& shape, std::vector<std::uint8_t> allowed) {
  return std::make_shared<Table>(shape, std::move(allowed));
}

}  // namespace heed
