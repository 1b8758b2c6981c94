// Forward and backward of blockwise attention share this: one block of scores. Private to the two.
#pragma once

#include <algorithm>
#include <array>

#include "lib/array/attention_rule.hpp"
#include "lib/array/blockwise_attention.hpp"
#include "lib/array/gemm.hpp"
#include "lib/array/scratch.hpp"
#include "lib/array/small_gemm.hpp"

namespace heed::inline HEED_PRECISION::blockwise {

// Two blocks of scores stay in the first caches, and every product is one for small_gemm.
inline constexpr std::int64_t query_block = 128, key_block = 64;
inline constexpr std::int64_t block_scores = query_block * key_block;

enum class Scratch : std::size_t { scores, turned_keys, dscores, turned_values, means, count };

struct Block {
  std::int64_t query, queries, key, keys;
};

/// One head of one batch.
struct Head {
  const AttentionShape& s;
  const AttentionInputs& in;
  const AttentionRule& rule;
  std::int64_t index;

  std::int64_t b() const { return index / s.heads; }
  std::int64_t h() const { return index % s.heads; }
  const Scalar* at(const HeadsView<const Scalar>& x, std::int64_t row) const {
    return x.at(b(), h()) + row * x.row;
  }
  PairBlock pairs(const Block& t) const { return {b(), h(), t.query, t.queries, t.key, t.keys}; }
  Coverage coverage(const Block& t) const { return rule.mask.coverage(pairs(t)); }
  RelativeBlock relative(const Array& table, const Block& t) const {
    return {table, rule.first_query, pairs(t)};
  }
  ScoreRow row(const Block& t, std::int64_t i) const { return {b(), h(), t.query + i, t.key, t.keys}; }

  /// The scores of a block, (queries, key_block); `turned` holds its keys as columns.
  void scores(const Block& t, Coverage coverage, const Scalar* turned, Scalar* out) const {
    serial_gemm(t.queries, t.keys, s.key_dim, rule.scale, {at(in.query, t.query), in.query.row},
                {turned, key_block}, 0, out, key_block);
    if (rule.relative_key.defined()) {
      relative(rule.relative_key, t)
          .add_products(rule.scale, {at(in.query, t.query), in.query.row}, out, key_block);
    }
    std::array<std::uint8_t, key_block> buffer;
    for (std::int64_t i = 0; i < t.queries; ++i) {
      if (rule.has_bias()) add_biases(s, rule, row(t, i), out + i * key_block);
      if (coverage == Coverage::some)
        forbid(rule.mask, row(t, i), s.keys, out + i * key_block, buffer.data());
    }
  }
  /// y = x ∘ D for row i of a block.
  void drop(const Block& t, std::int64_t i, const Scalar* x, Scalar* y) const {
    multiply_by_dropout(rule.stream, rule.dropout, dropout_place(s, index, t.query + i) + t.key, t.keys, x,
                        y);
  }
};

}  // namespace heed::blockwise
