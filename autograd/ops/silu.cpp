#include "autograd/ops/silu.hpp"

#include "lib/array/elementwise.hpp"

namespace heed::inline HEED_PRECISION {

// y = x σ(x).      dx = g (σ + x σ (1 - σ)) = g (σ + y (1 - σ))
Variable silu(const Variable& x) {
  const Array s = sigmoid(x.value());
  const Array y = x.value() * s;
  return record("silu", y, {{x, [s, y](const Array& g) { return g * (s + y * (1 - s)); }}});
}

}  // namespace heed
