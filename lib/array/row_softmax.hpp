// Softmax over the last axis, in one pass over each row while it is in cache; and the cross entropy of logits
// against token ids, fused with log-softmax: no array of probabilities is kept.
#pragma once

#include <span>

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

/// p_i = exp(x_i - max x) / Σ_j exp(x_j - max x). A row of only -inf gives 0 everywhere: nothing to choose
/// from.
Array softmax_rows(const Array& x);
/// (x_i - max x) - log Σ_j exp(x_j - max x). A row of only -inf stays as it is: the logarithm of softmax's 0.
Array log_softmax_rows(const Array& x);
/// dx = p ∘ (g - Σ_j p_j g_j): the Jacobian of softmax times g.
Array softmax_backward_rows(const Array& p, const Array& g);
/// dx = g - p Σ_j g_j with p = exp(y), y the log-softmax.
Array log_softmax_backward_rows(const Array& y, const Array& g);

/// One row of n elements in place; the building block of attention.
void softmax_row(Scalar* x, std::int64_t n);
/// ds = p ∘ (dp - Σ_j p_j dp_j) for one row, written over dp.
void softmax_backward_row(const Scalar* p, Scalar* dp, std::int64_t n);

/// With smoothing ε over V classes (Szegedy et al. 2016, as PyTorch):
///   loss_i = -(1 - ε) y_i[t_i] - ε/V Σ_c y_i[c],   0 where t_i = ignore,   with the log-softmax
///   y_i[c] = (x_i[c] - max_i) - log_sum_i,   log_sum_i = log Σ_c exp(x_i[c] - max_i).
/// The two are kept apart: in their sum a large maximum would swallow the logarithm.
/// A row of only -inf has the loss NaN, as in PyTorch.
struct CrossEntropyRows {
  Array loss;            // (N)
  Array max, log_sum;    // (N) each
  std::int64_t counted;  // rows that are not ignored
};

/// logits (N, V); targets N ids in 0…V-1 or `ignore`. Throws Error naming the first id outside and its row.
CrossEntropyRows cross_entropy_rows(const Array& logits, std::span<const std::int32_t> targets,
                                    double smoothing, std::int32_t ignore);

/// dx_i[c] = scale_i (softmax(x_i)[c] - ε/V - (1 - ε) [c = t_i]), 0 for ignored rows; scale holds N factors.
Array cross_entropy_backward_rows(const Array& logits, std::span<const std::int32_t> targets,
                                  const CrossEntropyRows& forward, double smoothing, std::int32_t ignore,
                                  const Array& scale);

}  // namespace heed
