// The caches that attention keeps between two tokens.
#pragma once

#include <variant>

#include "autograd/variable.hpp"
#include "lib/array/linear_attention.hpp"
#include "lib/array/mask.hpp"

namespace heed::inline HEED_PRECISION {

/// Rows of x (B, …) in another order, several times, or left out: what beam search does with its hypotheses.
/// Throws ShapeError for a row that is not there.
Array pick_rows(const Array& x, const std::vector<std::int32_t>& rows);

/// Keys and values of positions already seen, so that a new token costs one row: (B, capacity, 2·d_model), of
/// which the first `length` rows are filled. Keys are the first d_model columns, values the others.
struct KeyValueCache {
  Variable key_value;
  std::int64_t length = 0;

  /// For `capacity` positions.
  static KeyValueCache empty(std::int64_t batch, std::int64_t capacity, std::int64_t width) {
    return {.key_value = Variable(Array({batch, capacity, width}))};
  }
  /// Takes in the columns from `first_column` on of x (B, T, …): the next T positions. Throws Error if they
  /// are more than the capacity.
  void append(const Array& x, std::int64_t first_column);

  /// Returns the cache of these rows of the batch.
  KeyValueCache select(const std::vector<std::int32_t>& rows) const;
};

/// Linear attention keeps sums over all keys, of the same size whatever the length.
struct LinearCache {
  LinearState state;
  std::int64_t capacity = 0, length = 0;  // positions it may be given, and was given

  /// Counts `steps` positions more. Throws Error if they are more than the capacity.
  void count(std::int64_t steps);
  LinearCache select(const std::vector<std::int32_t>& rows) const;
};

/// Each kind of self-attention keeps its own.
using AttentionCache = std::variant<KeyValueCache, LinearCache>;
AttentionCache select(const AttentionCache& cache, const std::vector<std::int32_t>& rows);

}  // namespace heed
