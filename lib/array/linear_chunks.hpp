// Forward and backward of linear attention share this: how tokens are cut into pieces, φ, and the sums S, z
// before each piece. Private to the two.
#pragma once

#include <algorithm>

#include "lib/array/gemm.hpp"
#include "lib/array/linear_attention.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/scratch.hpp"

namespace heed::inline HEED_PRECISION::linear {

// Pairs of so many tokens are written down: about as much work as the sums, whose size is Dk × Dv.
inline constexpr std::int64_t chunk = 64;
// Tokens of one task. Each needs sums of its own, so memory grows by Dk Dv / segment numbers a token.
inline constexpr std::int64_t segment = 16 * chunk;

enum class Scratch : std::size_t { queries, keys, pairs, slopes, gradients, dqueries, dkeys, count };

/// S or R (Dk, Dv), and z or r (Dk) behind it.
struct Sums {
  Scalar* matrix;
  Scalar* vector;
};

struct Problem {
  Problem(const AttentionShape& shape, const AttentionInputs& inputs, const Mask& rule)
      : s(shape), in(inputs), mask(rule), offset(rule.causal_offset()) {}

  const AttentionShape& s;
  const AttentionInputs& in;
  const Mask& mask;
  std::int64_t offset;

  std::int64_t heads() const { return s.batch * s.heads; }
  std::int64_t segments() const { return std::max<std::int64_t>((s.queries + segment - 1) / segment, 1); }
  /// Keys that queries before this one may see; all before them are seen by this one and all later ones too.
  std::int64_t keys_before(std::int64_t query) const {
    return std::clamp<std::int64_t>(query + offset, 0, s.keys);
  }
  std::int64_t keys_of(std::int64_t query) const { return keys_before(query + 1); }
  /// Keys that all queries see are summed up in parts too.
  std::int64_t parts() const { return std::max<std::int64_t>((keys_before(0) + segment - 1) / segment, 1); }
  std::int64_t sums_size() const { return (s.key_dim * (s.value_dim + 1) + 15) / 16 * 16; }
  Sums sums(Scalar* base, std::int64_t i) const {
    Scalar* at = base + i * sums_size();
    return {at, at + s.key_dim * s.value_dim};
  }
};

/// One head of one batch.
struct Head : Problem {
  Head(const Problem& p, std::int64_t i) : Problem(p), index(i), b(i / s.heads), h(i % s.heads) {}
  std::int64_t index, b, h;

  template <typename T>
  T* row(const HeadsView<T>& x, std::int64_t i) const {
    return x.at(b, h) + i * x.row;
  }
  /// φ of keys first … first + n - 1, and of those that nobody sees 0; returns how many come before the first
  /// one that is seen.
  std::int64_t phi_of_keys(std::int64_t first, std::int64_t n, Scalar* to) const;
  void phi_of_queries(std::int64_t first, std::int64_t n, Scalar* to) const;
  /// Adds what n keys give; their φ stand at `keys`.
  void take_in(const Scalar* keys, std::int64_t first, std::int64_t n, const Sums& to) const;
  /// matrix (Dk, Dv) += Σ x_i y_iᵀ
  void add_products(const Scalar* x, MatrixView y, std::int64_t n, Scalar* matrix) const;
};

/// 0 for pairs (query first + i, key first_key + j) that the rule forbids, n rows of `chunk`.
void forbid_later(const Head& head, std::int64_t first, std::int64_t n, std::int64_t first_key,
                  std::int64_t keys, Scalar* pairs);

/// S and z before each segment of queries, of `initial` (if any) and all keys before: (heads, parts - 1 +
/// segments, sums_size); segment g's are number parts - 1 + g.
Array sums_before(const Problem& p, const LinearState* initial);

/// Calls body(head, task) for all tasks 0 … tasks - 1 of all heads by the team; `cost` is that of one in ns.
template <typename Body>
void for_each_task(const Problem& p, std::int64_t tasks, double cost, Body body) {
  parallel_for(p.heads() * tasks, cost, [&](std::int64_t i) { body(Head(p, i / tasks), i % tasks); });
}
/// Estimates the cost of a segment with so many products of (chunk, chunk, D) for each chunk.
inline double segment_cost(const Problem& p, double products) {
  const auto tokens = static_cast<double>(std::min(std::max(p.s.queries, p.s.keys), segment));
  return 500 + tokens * products * 2 * static_cast<double>(chunk * std::max(p.s.key_dim, p.s.value_dim)) / 40;
}

}  // namespace heed::linear
