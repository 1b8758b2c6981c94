#pragma once

#include "autograd/variable.hpp"

namespace heed::inline HEED_PRECISION {

/// x σ(x) with σ(x) = 1 / (1 + e^-x): a relu without a corner (Hendrycks & Gimpel 2016; called swish by
/// Ramachandran et al. 2017).
Variable silu(const Variable& x);

}  // namespace heed
