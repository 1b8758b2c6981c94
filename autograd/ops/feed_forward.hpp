#pragma once

#include "autograd/variable.hpp"
#include "lib/array/random.hpp"

namespace heed::inline HEED_PRECISION {

struct FeedForwardOptions {
  double dropout = 0;  // of the hidden layer; needs `rng` if not 0
  Rng* rng = nullptr;
};

/// dropout(relu(x W₁ᵀ + b₁)) W₂ᵀ + b₂ (Vaswani et al. 2017, section 3.3):  x (…, C), W₁ (F, C), b₁ (F), W₂
/// (C', F), b₂ (C') -> (…, C'). Equals the composition of linear, relu, dropout and linear, with the same
/// draws from rng; bias, relu and dropout happen while a block of the product is in cache. Throws ShapeError;
/// UsageError for a wrong dropout.
Variable relu_feed_forward(const Variable& x, const Variable& weight1, const Variable& bias1,
                           const Variable& weight2, const Variable& bias2, FeedForwardOptions options = {});

}  // namespace heed
