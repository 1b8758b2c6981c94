#include "lib/array/mask.hpp"

#include <algorithm>

#include "lib/array/mask_rules.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

constexpr std::int64_t unlimited = unlimited_distance;

std::int64_t distance(const char* what, std::int64_t keys, std::int64_t dilation) {
  if (keys < 0) throw_error<UsageError>("[mask] a window of {} keys {}: must be at least 0", keys, what);
  return keys > unlimited / dilation ? unlimited : keys * dilation;
}

}  // namespace

Mask Mask::causal(std::int64_t offset) { return Mask(band_rule(-unlimited, offset, 1)); }

Mask Mask::padding(std::span<const std::int32_t> ids, std::int64_t batch, std::int64_t length,
                   std::int32_t pad) {
  if (static_cast<std::int64_t>(ids.size()) != batch * length) {
    throw_error<ShapeError>("[mask] {} ids for a padding mask of {} rows of {}", ids.size(), batch, length);
  }
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
  if (at_the_ends) return Mask(lengths_rule(std::move(lengths), length));
  std::vector<std::uint8_t> allowed(ids.size());
  std::transform(ids.begin(), ids.end(), allowed.begin(), [pad](std::int32_t id) { return id != pad; });
  return dense({batch, 1, 1, length}, std::move(allowed));
}

Mask Mask::window(const Window& w) {
  if (w.dilation < 1) throw_error<UsageError>("[mask] a dilation of {}: must be at least 1", w.dilation);
  return Mask(band_rule(-distance("before", w.before, w.dilation), distance("after", w.after, w.dilation),
                        w.dilation));
}

Mask Mask::global(std::vector<std::int64_t> positions) {
  std::sort(positions.begin(), positions.end());
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
  if (!positions.empty() && positions.front() < 0) {
    throw_error<UsageError>("[mask] a global position {}: the first is 0", positions.front());
  }
  return Mask(global_rule(std::move(positions)));
}

Mask Mask::first_global(std::int64_t count) {
  if (count < 0) throw_error<UsageError>("[mask] {} global positions", count);
  return Mask(first_global_rule(count));
}

Mask Mask::random_blocks(const RandomBlocks& blocks) {
  if (blocks.keys < 0 || blocks.block < 1 || blocks.count < 0 || blocks.heads < 1) {
    throw_error<UsageError>("[mask] {} random blocks of {} out of {} keys", blocks.count, blocks.block,
                            blocks.keys);
  }
  return Mask(random_rule(blocks));
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
  return Mask(table_rule(four, std::move(allowed)));
}

Mask operator&(const Mask& a, const Mask& b) {
  if (a.everyone()) return b;
  return b.everyone() ? a : Mask(both_rules(a.rule_, b.rule_));
}

Mask operator|(const Mask& a, const Mask& b) {
  return a.everyone() || b.everyone() ? Mask() : Mask(either_rule(a.rule_, b.rule_));
}

Mask Mask::queries_from(std::int64_t first) const {
  return everyone() || first == 0 ? *this : Mask(later_queries_rule(rule_, first));
}

Mask Mask::first_of(std::int64_t queries) const {
  return everyone() ? Mask() : Mask(first_queries_rule(rule_, queries));
}

Mask Mask::with_extra_keys(std::int64_t keys) const {
  return everyone() ? Mask() : Mask(extra_keys_rule(rule_, keys));
}

bool Mask::allows(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t key) const {
  return everyone() || rule_->allows(batch, head, query, key);
}

KeyRange Mask::visible(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t keys) const {
  return everyone() ? KeyRange{0, keys, true} : rule_->visible(batch, head, query, keys);
}

void Mask::row(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t first,
               std::int64_t count, std::uint8_t* allowed) const {
  std::fill_n(allowed, count, std::uint8_t{1});
  if (!everyone()) rule_->restrict_row(batch, head, query, first, count, allowed);
}

Coverage Mask::coverage(const PairBlock& block) const {
  return everyone() ? Coverage::all : rule_->coverage(block);
}

std::int64_t Mask::causal_offset() const { return everyone() ? unlimited : rule_->causal_offset(); }

void Mask::check(const char* op, std::int64_t batch, std::int64_t heads, std::int64_t queries,
                 std::int64_t keys) const {
  if (!everyone()) rule_->check(op, {batch, heads, queries, keys});
}

}  // namespace heed
