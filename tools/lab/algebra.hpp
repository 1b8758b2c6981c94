// C14 and C15 of numbers that are given.
#pragma once

#include "autograd/variable.hpp"
#include "tools/lab/claim.hpp"

namespace heed {

/// C14: what is to be said of printed weights, one digit each, where they are not the softmax of `scores`
/// (1, n). Nothing where they are.
Bilingual correction_of_weights(const Array& weights, const Array& scores);

/// C15: tokens x (T, C), projections (C, d_k); T of at least nine. The correction stands only where
/// M = W_q W_kᵀ is not symmetric, to rounding, or xᵀMx is negative of a token.
Finding found_of_bilinear_form(const Variable& x, const Variable& query, const Variable& key,
                               std::size_t width);

}  // namespace heed
