#include "autograd/ops/rotary.hpp"

#include <cmath>

#include "lib/array/rotate.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

// y = R x with R orthogonal.      dx = Rᵀ g: turned back
Variable rotary(const Variable& x, std::int64_t head_dim, RotaryOptions o) {
  if (x.rank() != 3) throw_error<ShapeError>("[rotary] x {}: needs the axes (B, T, C)", x.shape());
  const Rotation rotation{.head_dim = head_dim,
                          .begin = o.begin,
                          .end = o.end < 0 ? x.dim(2) : o.end,
                          .first_position = o.first_position,
                          .base = o.base};
  if (rotation.begin < 0 || rotation.begin > rotation.end || rotation.end > x.dim(2))
    throw_error<ShapeError>("[rotary] x {} has no columns {} to {}", x.shape(), rotation.begin, rotation.end);
  if (head_dim < 2 || head_dim % 2 != 0 || (rotation.end - rotation.begin) % head_dim != 0) {
    throw_error<UsageError>(
        "[rotary] {} columns as heads of {}: an even number of dimensions that divides them",
        rotation.end - rotation.begin, head_dim);
  }
  if (!(o.base > 0 && std::isfinite(o.base)))
    throw_error<UsageError>("[rotary] base {}: must be a finite number above 0", o.base);
  return record("rotary", rotate_pairs(x.value(), rotation, Turn::forward),
                {{x, [rotation](const Array& g) { return rotate_pairs(g, rotation, Turn::back); }}});
}

}  // namespace heed
