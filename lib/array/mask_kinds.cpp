// Rules that say who may attend to whom by themselves.
#include <algorithm>
#include <span>

#include "lib/array/mask_rule.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
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

  KeyRange visible(const QueryAt& q, std::int64_t keys) const override {
    const std::int64_t begin = std::clamp<std::int64_t>(q.position + low_, 0, keys);
    const std::int64_t end = std::clamp<std::int64_t>(q.position + high_ + 1, begin, keys);
    return {begin, end, step_ == 1};
  }
  void restrict_row(const QueryAt& q, std::int64_t first, std::int64_t count,
                    std::uint8_t* allowed) const override {
    MaskRule::restrict_row(q, first, count, allowed);
    const KeyRange seen = visible(q, first + count);
    for (std::int64_t key = std::max(seen.begin, first); !seen.whole && key < seen.end; ++key) {
      if ((key - q.position) % step_ != 0) allowed[key - first] = 0;
    }
  }
  Coverage coverage(const PairBlock& b) const override {
    // Every distance between these two occurs in the block.
    const std::int64_t least = b.key - (b.query + b.queries - 1), most = b.key + b.keys - 1 - b.query;
    if (!any_multiple(std::max(least, low_), std::min(most, high_), step_)) return Coverage::none;
    const bool inside = low_ <= least && most <= high_;
    return inside && (step_ == 1 || (least == most && least % step_ == 0)) ? Coverage::all : Coverage::some;
  }
  std::int64_t causal_offset() const override {
    return low_ > -unlimited_distance || step_ != 1 ? MaskRule::causal_offset() : high_;
  }

 private:
  std::int64_t low_, high_, step_;
};

std::int64_t distance(const char* what, std::int64_t keys, std::int64_t dilation) {
  if (keys < 0) throw_error<UsageError>("[mask] a window of {} keys {}: must be at least 0", keys, what);
  return keys > unlimited_distance / dilation ? unlimited_distance : keys * dilation;
}

void misfit(const char* op, const Shape& mask, const Shape& scores) {
  throw_error<ShapeError>("[{}] a mask of shape {} does not fit scores of shape (B, H, Tq, Tk) = {}", op,
                          mask, scores);
}

class Lengths final : public MaskRule {
 public:
  Lengths(std::vector<std::int64_t> lengths, std::int64_t keys) : lengths_(std::move(lengths)), keys_(keys) {}

  KeyRange visible(const QueryAt& q, std::int64_t keys) const override {
    return {0, std::min(length(q.batch), keys), true};
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
  explicit Global(std::int64_t count) : count_(count) {}

  KeyRange visible(const QueryAt& q, std::int64_t keys) const override {
    return {0, q.position < count_ ? keys : std::min(count_, keys), true};
  }
  Coverage coverage(const PairBlock& b) const override {
    if (b.query >= count_ && b.key >= count_) return Coverage::none;
    return b.query + b.queries <= count_ || b.key + b.keys <= count_ ? Coverage::all : Coverage::some;
  }

 private:
  std::int64_t count_;
};

class Table final : public MaskRule {
 public:
  Table(const Shape& shape, std::vector<std::uint8_t> allowed)
      : shape_(shape), allowed_(std::move(allowed)) {}

  KeyRange visible(const QueryAt& /*q*/, std::int64_t keys) const override { return {0, keys, false}; }
  void restrict_row(const QueryAt& q, std::int64_t first, std::int64_t count,
                    std::uint8_t* allowed) const override {
    const std::uint8_t* from = at(q.batch, q.head, q.position) + first * step();
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
    return shape_[2] != 1 ? MaskRule::causal_offset() : unlimited_distance;
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

Mask Mask::causal(std::int64_t offset) {
  return Mask(std::make_shared<Band>(-unlimited_distance, offset, 1));
}

Mask Mask::window(const Window& w) {
  if (w.dilation < 1) throw_error<UsageError>("[mask] a dilation of {}: must be at least 1", w.dilation);
  return Mask(std::make_shared<Band>(-distance("before", w.before, w.dilation),
                                     distance("after", w.after, w.dilation), w.dilation));
}

Mask Mask::padding(const Tokens& tokens, std::int32_t pad) {
  if (tokens.shape().rank() != 2)
    throw_error<ShapeError>("[mask] ids of shape {} for a padding mask: needs (B, T)", tokens.shape());
  const std::int64_t batch = tokens.dim(0), length = tokens.dim(1);
  const std::span<const std::int32_t> ids = tokens.ids();
  std::vector<std::int64_t> lengths;
  bool at_the_ends = true;
  for (std::int64_t b = 0; b < batch; ++b) {
    const auto row = ids.subspan(static_cast<std::size_t>(b * length), static_cast<std::size_t>(length));
    const auto end = std::find(row.begin(), row.end(), pad);
    lengths.push_back(end - row.begin());
    at_the_ends = at_the_ends && std::all_of(end, row.end(), [pad](std::int32_t id) { return id == pad; });
  }
  // No padding at all: no rule at all, and the kernels take their short way.
  if (std::all_of(lengths.begin(), lengths.end(), [length](std::int64_t n) { return n == length; }))
    return {};
  if (at_the_ends) return Mask(std::make_shared<Lengths>(std::move(lengths), length));
  std::vector<std::uint8_t> allowed(ids.size());
  std::transform(ids.begin(), ids.end(), allowed.begin(), [pad](std::int32_t id) { return id != pad; });
  return dense({batch, 1, 1, length}, std::move(allowed));
}

Mask Mask::first_global(std::int64_t count) {
  if (count < 0) throw_error<UsageError>("[mask] {} global positions", count);
  return Mask(std::make_shared<Global>(count));
}

Mask Mask::dense(const Shape& shape, std::vector<std::uint8_t> allowed) {
  if (shape.rank() < 2 || shape.rank() > 4) {
    throw_error<ShapeError>("[mask] shape {}: a mask is (Tq, Tk), (B, Tq, Tk) or (B, H, Tq, Tk)", shape);
  }
  if (shape.size() != static_cast<std::int64_t>(allowed.size())) {
    throw_error<ShapeError>("[mask] {} values for shape {}", allowed.size(), shape);
  }
  Shape four = shape;
  if (shape.rank() == 2) four = {1, 1, shape[0], shape[1]};
  if (shape.rank() == 3) four = {shape[0], 1, shape[1], shape[2]};
  return Mask(std::make_shared<Table>(four, std::move(allowed)));
}

}  // namespace heed
