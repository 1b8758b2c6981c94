// Who may attend to whom.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "lib/core/shape.hpp"

namespace heed {

/// For each query i and key j of each batch and head: may i attend to j? *True means may attend*, everywhere
/// in heed (PyTorch's boolean masks of nn.MultiheadAttention mean the opposite: true = left out).
///
/// A mask is a rule, not an array: it is kept apart from the kernels that obey it, and masks are combined
/// with &.
class Mask {
 public:
  /// Everyone may attend to everyone.
  Mask() = default;

  /// Query i sees keys j <= i + offset. With a cache, `offset` is the number of keys before the first query.
  static Mask causal(std::int64_t offset = 0);
  /// Keys that are not `pad`: ids (B, T) row-major -> every query of batch b sees key j if ids[b][j] != pad.
  static Mask padding(std::span<const std::int32_t> ids, std::int64_t batch, std::int64_t length,
                      std::int32_t pad = 0);
  /// Any rule: one byte for each pair, not 0 = may attend. Shape (Tq, Tk), (B, Tq, Tk) or (B, H, Tq, Tk);
  /// axes of length 1 are repeated. Throws ShapeError.
  static Mask dense(const Shape& shape, std::vector<std::uint8_t> allowed);

  /// Both must allow.
  friend Mask operator&(const Mask& a, const Mask& b);

  bool allows(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t key) const;

  /// The same rule for scores of shape (batch, heads, queries, keys), written out, and `extra` further keys
  /// to which everyone may attend. Stays without a rule if there is none.
  Mask with_extra_keys(const Shape& scores, std::int64_t extra) const;

  /// Number of leading keys that the causal rule leaves to a query; the dense rules are in row().
  std::int64_t visible_keys(std::int64_t query, std::int64_t keys) const;
  bool is_dense() const { return !rules_.empty(); }
  /// allowed[j] = may this query attend to key j?, for the first `keys` keys, by the dense rules alone.
  void row(std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t keys,
           std::uint8_t* allowed) const;

  /// Throws ShapeError naming `op` if a dense rule does not fit scores of shape (batch, heads, queries,
  /// keys).
  void check(const char* op, std::int64_t batch, std::int64_t heads, std::int64_t queries,
             std::int64_t keys) const;

 private:
  struct Rule {
    Shape shape;  // four axes
    std::vector<std::uint8_t> allowed;
    const std::uint8_t* at(std::int64_t batch, std::int64_t head, std::int64_t query) const;
  };
  std::optional<std::int64_t> causal_offset_;
  std::vector<std::shared_ptr<const Rule>> rules_;
};

}  // namespace heed
