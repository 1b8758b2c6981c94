#include "autograd/ops/softmax.hpp"

#include "autograd/ops/rearrange.hpp"
#include "lib/array/row_softmax.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// f along `axis`, for an f that works on the last one.
template <typename F>
Variable along(const char* op, const Variable& x, int axis, F f) {
  const Computing computing(op);
  if (x.rank() == 0) return reshape(f(reshape(x, {1})), Shape{});
  const int a = x.shape().normalize_axis(axis, op);
  if (a == x.rank() - 1) return f(x);
  return transpose(f(transpose(x, a, -1)), a, -1);
}

}  // namespace

// p = softmax(x).      dx = p ∘ (g - Σ p g)
Variable softmax(const Variable& x, int axis) {
  return along("softmax", x, axis, [](const Variable& v) {
    const Array p = softmax_rows(v.value());
    return record("softmax", p, {{v, [p](const Array& g) { return softmax_backward_rows(p, g); }}});
  });
}

// y = log softmax(x).      dx = g - e^y Σ g
Variable log_softmax(const Variable& x, int axis) {
  return along("log_softmax", x, axis, [](const Variable& v) {
    const Array y = log_softmax_rows(v.value());
    return record("log_softmax", y, {{v, [y](const Array& g) { return log_softmax_backward_rows(y, g); }}});
  });
}

}  // namespace heed
