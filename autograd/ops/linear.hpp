#pragma once

#include "autograd/variable.hpp"

namespace heed {

struct LinearOptions {
  /// Only these rows of weight and bias: one of several projections that are stored in one matrix. end = -1:
  /// all.
  std::int64_t begin = 0;
  std::int64_t end = -1;
};

/// y = x Wᵀ + b:  x (…, in), weight (out, in), bias (out) or no variable -> (…, out). Throws ShapeError.
Variable linear(const Variable& x, const Variable& weight, const Variable& bias = {},
                LinearOptions options = {});

}  // namespace heed
