// Products of matrices.
#pragma once

#include "autograd/variable.hpp"

namespace heed::inline HEED_PRECISION {

struct LinearOptions {
  /// Only these rows of weight and bias: one of several projections that are stored in one matrix. end = -1:
  /// all.
  std::int64_t begin = 0;
  std::int64_t end = -1;
  /// How the weight is stored: (out, in), as torch.nn.Linear has it, or (in, out), as GPT-2's files do; of
  /// that all columns are used.
  enum class Stored { out_in, in_out };
  Stored stored = Stored::out_in;
};

/// y = x Wᵀ + b:  x (…, in), weight (out, in) (or as stored says), bias (out) or no variable -> (…, out).
/// Throws ShapeError.
Variable linear(const Variable& x, const Variable& weight, const Variable& bias = {},
                LinearOptions options = {});

/// Product of the last two axes: (…, M, K) @ (…, K, N) -> (…, M, N); the axes before broadcast. An operand of
/// one axis counts as a row on the left or a column on the right, and that axis is dropped again, as in
/// PyTorch. Throws ShapeError naming both shapes.
Variable matmul(const Variable& a, const Variable& b);

}  // namespace heed
