// Reductions over axes; no axes means all of them, negative ones count from the end.
#pragma once

#include <vector>

#include "autograd/variable.hpp"
#include "lib/array/reduce.hpp"

namespace heed {

Variable sum(const Variable& x, const std::vector<int>& axes = {}, KeepDims keep = KeepDims::no);
Variable mean(const Variable& x, const std::vector<int>& axes = {}, KeepDims keep = KeepDims::no);
/// The largest element. The gradient is shared equally among equals, as PyTorch's amax does.
Variable max(const Variable& x, const std::vector<int>& axes = {}, KeepDims keep = KeepDims::no);

struct VarianceOptions {
  KeepDims keep = KeepDims::no;
  /// Σ (x - mean)² is divided by n - correction: 1 as in torch.var, 0 as in layer norm.
  int correction = 1;
};
/// Throws ShapeError if n - correction is not positive.
Variable variance(const Variable& x, const std::vector<int>& axes = {}, VarianceOptions options = {});

}  // namespace heed
