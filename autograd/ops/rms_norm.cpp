#include "autograd/ops/rms_norm.hpp"

#include "lib/array/row_rms_norm.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {

// y = w x̂, x̂ = x r, r = 1 / √(mean(x²) + ε).      dx = r (gw - x̂ mean(gw x̂)), gw = g w      dw = Σ_rows g x̂
Variable rms_norm(const Variable& x, const Variable& weight, RmsNormOptions options) {
  const Computing computing("rms_norm");
  if (x.rank() < 1 || weight.shape() != Shape{x.dim(-1)})
    throw_error<ShapeError>("[rms_norm] x {}, weight {}: the weight must have the last axis of x", x.shape(),
                            weight.shape());
  const std::int64_t c = weight.size();
  const Array rows = x.value().reshape({c == 0 ? 0 : x.size() / c, c}), w = weight.value();
  const RmsNormResult forward = rms_norm_rows(rows, w, options.eps);
  return record_joint(
      "rms_norm", forward.y.reshape(x.shape()), {x, weight},
      [rows, w, roots = forward.inverse_root, shape = x.shape()](const Array& g, Gradients& into) {
        Array dx = into.needs(0) ? Array(shape) : Array();
        rms_norm_backward_rows(rows, w, roots, g, dx.defined() ? dx.mutable_data() : nullptr,
                               into.needs(1) ? into.target(1).zeroed() : nullptr);
        if (dx.defined()) into.add(0, dx);
      });
}

}  // namespace heed
