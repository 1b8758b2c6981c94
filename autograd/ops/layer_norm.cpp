#include "autograd/ops/layer_norm.hpp"

#include "lib/array/row_layer_norm.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {

// y = w x̂ + b, x̂ = (x - μ) r, r = 1 / √(σ² + ε).      dx = r (gw - mean(gw) - x̂ mean(gw x̂)), gw = g w
// dw = Σ_rows g x̂      db = Σ_rows g
Variable layer_norm(const Variable& x, const Variable& weight, const Variable& bias,
                    LayerNormOptions options) {
  const Computing computing("layer_norm");
  const int axes = weight.rank();
  if (axes < 1 || axes > x.rank() || x.shape().tail(x.rank() - axes) != weight.shape() ||
      bias.shape() != weight.shape()) {
    throw_error<ShapeError>(
        "[layer_norm] x {}, weight {}, bias {}: weight and bias must have the last axes of x", x.shape(),
        weight.shape(), bias.shape());
  }
  const std::int64_t c = weight.size();
  const Array rows = x.value().reshape({c == 0 ? 0 : x.size() / c, c});
  const Array w = weight.value().reshape({c});
  const LayerNormResult forward = layer_norm_rows(rows, w, bias.value().reshape({c}), options.eps);
  return record_joint("layer_norm", forward.y.reshape(x.shape()), {x, weight, bias},
                      [rows, w, statistics = LayerNormResult{{}, forward.mean, forward.inverse_root},
                       shape = x.shape()](const Array& g, Gradients& into) {
                        Array dx = into.needs(0) ? Array(shape) : Array();
                        layer_norm_backward_rows(rows, w, statistics, g,
                                                 dx.defined() ? dx.mutable_data() : nullptr,
                                                 into.needs(1) ? into.target(1).zeroed() : nullptr,
                                                 into.needs(2) ? into.target(2).zeroed() : nullptr);
                        if (dx.defined()) into.add(0, dx);
                      });
}

}  // namespace heed
