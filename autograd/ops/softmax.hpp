// Softmax, its logarithm, and the loss of logits.
#pragma once

#include "autograd/variable.hpp"
#include "lib/core/tokens.hpp"

namespace heed::inline HEED_PRECISION {

/// p_i = exp(x_i) / Σ_j exp(x_j) along `axis`, computed after subtracting the largest x so that nothing
/// overflows. Where every x is -inf the result is 0, not NaN as in PyTorch: there is nothing to choose from.
Variable softmax(const Variable& x, int axis = -1);
/// log of the softmax, without taking the log of a small number.
Variable log_softmax(const Variable& x, int axis = -1);

/// mean: the sum over counted targets divided once by their number; sum; none: one loss for each target.
enum class Reduction { mean, sum, none };

struct CrossEntropyOptions {
  /// Targets with this id count for nothing (PyTorch's default); use the padding id for padded sentences.
  std::int32_t ignore_index = -100;
  /// ε of label smoothing: the target distribution is (1 - ε) one-hot + ε/V (Szegedy et al. 2016).
  double label_smoothing = 0;
  Reduction reduction = Reduction::mean;
};

/// -Σ_c q[c] log softmax(logits)[c] with q the target distribution:  logits (…, V), targets (…).
/// With reduction mean and every target ignored the result is 0, where PyTorch gives NaN.
/// Throws ShapeError naming both shapes, or the target that is no class.
Variable cross_entropy(const Variable& logits, const Tokens& targets, CrossEntropyOptions options = {});

}  // namespace heed
