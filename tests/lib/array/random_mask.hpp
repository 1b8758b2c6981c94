// Random masks for tests.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "lib/array/mask.hpp"
#include "lib/array/random.hpp"
#include "tests/lib/array/reference.hpp"

namespace heed::testing {

using PairRule = std::function<bool(std::int64_t b, std::int64_t h, std::int64_t q, std::int64_t k)>;
/// A mask, and what it says of a pair, written down a second time.
struct MaskExpression {
  Mask mask;
  PairRule allows;
};

struct ScoreSizes {
  std::int64_t batch, heads, queries, keys;
};

inline std::vector<std::uint8_t> random_bytes(Rng& rng, std::int64_t count) {
  const std::int64_t one_in = 1 + rng.integer(5);
  std::vector<std::uint8_t> bytes;
  for (std::int64_t i = 0; i < count; ++i) bytes.push_back(rng.integer(one_in) == 0 ? 7 : 0);
  return bytes;
}

/// Padding at the end of each sequence, or anywhere.
inline MaskExpression random_padding(Rng& rng, std::int64_t batch, std::int64_t keys) {
  std::vector<std::int32_t> ids;
  const bool anywhere = rng.integer(2) == 0;
  for (std::int64_t b = 0; b < batch; ++b) {
    const std::int64_t length = rng.integer(keys + 1);
    for (std::int64_t k = 0; k < keys; ++k)
      ids.push_back((anywhere ? rng.integer(3) != 0 : k < length) ? 4 : 0);
  }
  return {Mask::padding(Tokens({batch, keys}, ids)),
          [=](auto b, auto, auto, auto k) { return ids[static_cast<std::size_t>(b * keys + k)] != 0; }};
}

inline MaskExpression random_rule(Rng& rng, const ScoreSizes& s) {
  switch (rng.integer(7)) {
    case 0:
      return {Mask(), [](auto...) { return true; }};
    case 1: {
      const std::int64_t offset = rng.integer(9) - 4;
      return {Mask::causal(offset), [=](auto, auto, auto q, auto k) { return k <= q + offset; }};
    }
    case 2:
      return random_padding(rng, s.batch, s.keys);
    case 3: {
      const Mask::Window w{rng.integer(5), rng.integer(5), 1 + rng.integer(3)};
      return {Mask::window(w), [=](auto, auto, auto q, auto k) {
                const std::int64_t steps = (k - q) / w.dilation;
                return steps * w.dilation == k - q && -w.before <= steps && steps <= w.after;
              }};
    }
    case 4: {
      const std::int64_t count = rng.integer(4);
      return {Mask::first_global(count), [=](auto, auto, auto q, auto k) { return q < count || k < count; }};
    }
    case 5: {
      const Mask::RandomBlocks o{.keys = rng.integer(s.keys + 3),
                                 .block = 1 + rng.integer(4),
                                 .count = rng.integer(3),
                                 .seed = static_cast<std::uint64_t>(rng.integer(1000)),
                                 .heads = s.heads};
      const Mask mask = Mask::random_blocks(o);
      // The first pair of each two blocks tells what was drawn, the later one as the query.
      return {mask, [=](auto b, auto h, auto q, auto k) {
                const std::int64_t later = std::max(q, k) / o.block, earlier = std::min(q, k) / o.block;
                return q < o.keys && k < o.keys && mask.allows(b, h, later * o.block, earlier * o.block);
              }};
    }
    default: {
      const Shape shape{rng.integer(2) == 0 ? 1 : s.batch, rng.integer(2) == 0 ? 1 : s.heads,
                        rng.integer(2) == 0 ? 1 : s.queries, rng.integer(4) == 0 ? 1 : s.keys};
      const std::vector<std::uint8_t> bytes = random_bytes(rng, shape.size());
      return {Mask::dense(shape, bytes), [=](auto b, auto h, auto q, auto k) {
                return bytes[static_cast<std::size_t>(place(shape, {b, h, q, k}))] != 0;
              }};
    }
  }
}

/// Rules joined at most `depth` times over.
inline MaskExpression random_mask(Rng& rng, const ScoreSizes& s, int depth) {
  const std::int64_t kind = depth == 0 ? 0 : rng.integer(5);
  if (kind == 0) return random_rule(rng, s);
  if (kind == 3 && s.keys > 1) {
    const std::int64_t keys = 1 + rng.integer(s.keys - 1);
    const MaskExpression inner = random_mask(rng, {s.batch, s.heads, s.queries, keys}, depth - 1);
    return {inner.mask.with_extra_keys(keys),
            [=](auto b, auto h, auto q, auto k) { return k >= keys || inner.allows(b, h, q, k); }};
  }
  if (kind == 4) {
    const std::int64_t first = rng.integer(4);
    const MaskExpression inner = random_mask(rng, {s.batch, s.heads, s.queries + first, s.keys}, depth - 1);
    return {inner.mask.queries_from(first),
            [=](auto b, auto h, auto q, auto k) { return inner.allows(b, h, q + first, k); }};
  }
  const MaskExpression a = random_mask(rng, s, depth - 1), b = random_mask(rng, s, depth - 1);
  if (kind == 1)
    return {a.mask & b.mask, [=](auto... pair) { return a.allows(pair...) && b.allows(pair...); }};
  return {a.mask | b.mask, [=](auto... pair) { return a.allows(pair...) || b.allows(pair...); }};
}

}  // namespace heed::testing
