#pragma once

#include "autograd/variable.hpp"
#include "lib/array/random.hpp"

namespace heed::inline HEED_PRECISION {

/// Each element is set to 0 with probability p, else multiplied by 1/(1 - p), so that the mean stays
/// (Srivastava et al. 2014). Which ones depends on the stream that `rng` gives next and on their place alone.
/// p = 0 changes nothing. Throws UsageError if p is not in [0, 1).
Variable dropout(const Variable& x, double p, Rng& rng);

}  // namespace heed
