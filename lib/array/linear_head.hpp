// One head of linear attention, which forward and backward share. Private to the two.
#pragma once

#include <algorithm>

#include "lib/array/gemm.hpp"
#include "lib/array/linear_attention.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/scratch.hpp"

namespace heed::inline HEED_PRECISION::linear {

// Pairs of so many tokens are written down: about as much work as the sums, whose size is Dk × Dv.
inline constexpr std::int64_t chunk = 64;

enum class Buffer { matrix, vector, queries, keys, pairs, slopes, gradients, dqueries, dkeys, count };

/// One head of one batch, which a thread takes from the first token to the last, and back. Its sums are S
/// (Dk, Dv) and z (Dk) of the keys so far; on the way back R and r of the queries.
struct LinearHead {
  LinearHead(const AttentionShape& shape, const AttentionInputs& inputs, const Mask& rule,
             std::int64_t number)
      : s(shape), in(inputs), mask(rule), index(number), offset(rule.causal_offset()) {}

  const AttentionShape& s;
  const AttentionInputs& in;
  const Mask& mask;
  std::int64_t index, offset;
  Scalar* matrix = scratch(Buffer::matrix, s.key_dim* s.value_dim);
  Scalar* vector = scratch(Buffer::vector, s.key_dim);
  Scalar* queries = scratch(Buffer::queries, chunk* s.key_dim);  // φ of a chunk of them
  Scalar* keys = scratch(Buffer::keys, chunk* s.key_dim);

  template <typename T>
  T* row(const HeadsView<T>& x, std::int64_t i) const {
    return x.at(index / s.heads, index % s.heads) + i * x.row;
  }
  MatrixView values(std::int64_t key) const { return {row(in.value, key), in.value.row}; }

  /// Keys that queries before this one may see; all of them are seen by this one and all later ones too.
  std::int64_t keys_before(std::int64_t query) const {
    return std::clamp<std::int64_t>(query + offset, 0, s.keys);
  }

  /// The sums of no key.
  void clear() const {
    std::fill_n(matrix, s.key_dim * s.value_dim, Scalar{0});
    std::fill_n(vector, s.key_dim, Scalar{0});
  }

  void load_queries(std::int64_t first, std::int64_t n) const;

  /// Those that nobody sees get a φ of 0; returns how many come before the first one that is seen.
  std::int64_t load_keys(std::int64_t first, std::int64_t n) const;

  /// matrix += Σ x_i y_iᵀ for n rows x_i of Dk numbers.
  void add_products(std::int64_t n, const Scalar* x, MatrixView y) const {
    serial_gemm(s.key_dim, s.value_dim, n, 1, {x, s.key_dim, true}, y, 1, matrix, s.value_dim);
  }

  /// Adds n loaded keys to the sums.
  void take_in(std::int64_t first, std::int64_t n) const;

  /// Takes in the keys that all queries see.
  void take_in_common() const {
    for (std::int64_t key = 0, end = keys_before(0); key < end; key += chunk) {
      const std::int64_t n = std::min(chunk, end - key);
      load_keys(key, n);
      take_in(key, n);
    }
  }

  /// 0 for pairs (query first + i, key first_key + j) that the rule forbids, n rows of `chunk`.
  void forbid_later(std::int64_t first, std::int64_t n, std::int64_t first_key, std::int64_t count,
                    Scalar* pairs) const {
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t seen = std::min(keys_before(first + i + 1) - first_key, count);
      std::fill(pairs + i * chunk + seen, pairs + i * chunk + count, Scalar{0});
    }
  }

  /// pairs = φ(q)·φ(k) of loaded queries and keys where the rule allows it, else 0.
  Scalar* pairs(std::int64_t first, std::int64_t n, std::int64_t key, std::int64_t count) const {
    Scalar* const products = scratch(Buffer::pairs, chunk * chunk);
    serial_gemm(n, count, s.key_dim, 1, {queries, s.key_dim}, {keys, s.key_dim, true}, 0, products, chunk);
    forbid_later(first, n, key, count, products);
    return products;
  }
};

/// body(head) for all heads of all batches, in parallel; `products` of (chunk, chunk, D) for each chunk.
template <typename Body>
void for_each_head(const AttentionShape& s, const AttentionInputs& in, const Mask& mask, double products,
                   Body body) {
  const auto tokens = static_cast<double>(std::max(s.queries, s.keys));
  const double cost =
      500 + tokens * products * 2 * static_cast<double>(chunk * std::max(s.key_dim, s.value_dim)) / 40;
  parallel_for(s.batch * s.heads, cost, [&](std::int64_t i) { body(LinearHead(s, in, mask, i)); });
}

}  // namespace heed::linear
