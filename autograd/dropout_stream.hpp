// The random stream of an op that drops while it computes. Private to autograd/ops.
#pragma once

#include "lib/array/random.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

/// Returns the next stream of `rng`; with p = 0 none is drawn. Throws UsageError naming `op` if p is not in
/// [0, 1), or above 0 without a generator.
inline RandomStream dropout_stream(const char* op, double p, Rng* rng) {
  if (!(p >= 0 && p < 1)) throw_error<UsageError>("[{}] dropout {}: must be at least 0 and below 1", op, p);
  if (p > 0 && rng == nullptr)
    throw_error<UsageError>("[{}] dropout {} needs a random generator: set .rng", op, p);
  return p > 0 ? rng->next() : RandomStream{};
}

}  // namespace heed
