// Functions of each element alone.
#pragma once

#include "autograd/variable.hpp"

namespace heed::inline HEED_PRECISION {

Variable exp(const Variable& x);
/// Natural logarithm.
Variable log(const Variable& x);
Variable sqrt(const Variable& x);
Variable tanh(const Variable& x);
/// 1 / (1 + e^-x).
Variable sigmoid(const Variable& x);
/// log(1 + e^x): relu with a round corner.
Variable softplus(const Variable& x);
/// max(x, 0); its derivative at 0 is taken as 0, as in PyTorch.
Variable relu(const Variable& x);

/// exact: x Φ(x).  tanh: x/2 (1 + tanh(√(2/π) (x + 0.044715 x³))).
enum class Gelu { exact, tanh };
/// Gaussian error linear unit (Hendrycks & Gimpel 2016).
Variable gelu(const Variable& x, Gelu form = Gelu::exact);

/// Takes the element of a where `condition` is not 0, else that of b; all broadcast. No gradient flows to the
/// condition.
Variable where(const Array& condition, const Variable& a, const Variable& b);
/// x with `value` wherever `mask` is not 0; the mask broadcasts to x. (As PyTorch's: here true means
/// *replace*.)
Variable masked_fill(const Variable& x, const Array& mask, Scalar value);

}  // namespace heed
