// What attention keeps between two tokens.
#pragma once

#include <optional>
#include <variant>

#include "autograd/variable.hpp"
#include "lib/array/linear_attention.hpp"
#include "lib/array/mask.hpp"
#include "nn/attention_spec.hpp"

namespace heed::inline HEED_PRECISION {

/// Keys and values of positions already seen, so that a new token costs one row: (B, rows, 2·d_model), of
/// which the first `filled` rows are filled. Keys are the first d_model columns, values the others. With a
/// reach, only rows that a later query can still see are kept: the first `reach->first` positions, and behind
/// them the last `reach->back` with the newest, a window that rolls along.
struct KeyValueCache {
  Variable key_value;
  std::int64_t capacity = 0;  // positions it may be given
  std::int64_t length = 0;    // positions it was given
  std::int64_t filled = 0;    // rows kept of them
  std::optional<AttentionRules::Reach> reach{};
  /// Of the first positions, (B, so far, 2·d_model), if they have projections of their own: they alone ask
  /// it.
  Variable own_key_value{};

  /// For `capacity` positions: as many rows, or as the reach needs.
  static KeyValueCache empty(std::int64_t batch, std::int64_t capacity, std::int64_t width,
                             std::optional<AttentionRules::Reach> reach = {});
  /// All of key_value (B, T, 2·d_model) at once.
  static KeyValueCache of(const Variable& key_value);
  /// Takes in the columns from `first_column` on of x (B, T, …): the next T positions; with a reach, one.
  /// Throws Error if they are more than the capacity.
  void append(const Array& x, std::int64_t first_column);

  bool rolls() const { return reach.has_value(); }
  /// Where the position of each row kept stands.
  std::vector<std::int64_t> positions() const;
  /// Rows of the batch in another order, or several times, or left out: what beam search does with its
  /// hypotheses.
  KeyValueCache select(const std::vector<std::int32_t>& rows) const;
};

/// Of linear attention: sums over all keys, of the same size whatever the length.
struct LinearCache {
  LinearState state;
  std::int64_t capacity = 0, length = 0;  // as above

  /// Counts `steps` positions more. Throws Error if they are more than the capacity.
  void count(std::int64_t steps);
  LinearCache select(const std::vector<std::int32_t>& rows) const;
};

/// What self-attention keeps, each kind its own.
using AttentionCache = std::variant<KeyValueCache, LinearCache>;
AttentionCache select(const AttentionCache& cache, const std::vector<std::int32_t>& rows);

}  // namespace heed
