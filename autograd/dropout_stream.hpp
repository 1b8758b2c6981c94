// The random stream of an op that drops while it computes. Private to autograd/ops.
#pragma once

#include "lib/array/random.hpp"

namespace heed::inline HEED_PRECISION {

/// Returns the next stream of `rng`; with p = 0 none is drawn. Throws UsageError naming `op` if p is not in
/// [0, 1), or above 0 without a generator.
RandomStream dropout_stream(const char* op, double p, Rng* rng);

}  // namespace heed
