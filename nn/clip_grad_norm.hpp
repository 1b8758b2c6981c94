#pragma once

#include <vector>

#include "autograd/variable.hpp"

namespace heed::inline HEED_PRECISION {

/// Scales all gradients by max_norm / (norm + 1e-6), if that is less than 1, where norm is their common
/// 2-norm: torch.nn.utils.clip_grad_norm_. Returns the norm before. Throws NumericError if it is not finite,
/// naming the parameter.
double clip_grad_norm(const std::vector<Variable>& parameters, double max_norm);

}  // namespace heed
