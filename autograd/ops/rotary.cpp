#include "autograd/ops/rotary.hpp"

#include <cmath>
#include <vector>

#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

namespace {

/// The points of x, pairs of neighbours, turned counter-clockwise by their angles (back, if `sign` is -1).
Array rotate_pairs(const Array& x, std::int64_t head_dim, const RotaryOptions& r, double sign) {
  Array y = x;
  Scalar* const out = y.mutable_data();
  const std::int64_t batch = x.dim(0), rows = x.dim(1), width = x.dim(2), points = head_dim / 2;
  std::vector<double> speeds;
  for (std::int64_t m = 0; m < points; ++m)
    speeds.push_back(std::pow(r.base, -2.0 * static_cast<double>(m) / static_cast<double>(head_dim)));
  const double cost = 40.0 * static_cast<double>(points) + static_cast<double>(batch * (r.end - r.begin));
  parallel_ranges(rows, cost, [&](std::int64_t first, std::int64_t last) {
    std::vector<Scalar> cosines(static_cast<std::size_t>(points)), sines(cosines);
    for (std::int64_t t = first; t < last; ++t) {
      for (std::size_t m = 0; m < cosines.size(); ++m) {
        const double angle = static_cast<double>(r.first_position + t) * speeds[m];
        cosines[m] = static_cast<Scalar>(std::cos(angle));
        sines[m] = static_cast<Scalar>(sign * std::sin(angle));
      }
      for (std::int64_t b = 0; b < batch; ++b) {
        Scalar* const row = out + (b * rows + t) * width;
        for (std::int64_t head = r.begin; head < r.end; head += head_dim) {
          for (std::size_t m = 0; m < cosines.size(); ++m) {
            Scalar* const point = row + head + 2 * static_cast<std::int64_t>(m);
            const Scalar u = point[0], v = point[1];
            point[0] = u * cosines[m] - v * sines[m];
            point[1] = u * sines[m] + v * cosines[m];
          }
        }
      }
    }
  });
  return y;
}

}  // namespace

// y = R x with R orthogonal.      dx = Rᵀ g: turned back
Variable rotary(const Variable& x, std::int64_t head_dim, RotaryOptions o) {
  if (x.rank() != 3) throw_error<ShapeError>("[rotary] x {}: needs the axes (B, T, C)", x.shape());
  if (o.end < 0) o.end = x.dim(2);
  if (o.begin < 0 || o.begin > o.end || o.end > x.dim(2))
    throw_error<ShapeError>("[rotary] x {} has no columns {} to {}", x.shape(), o.begin, o.end);
  if (head_dim < 2 || head_dim % 2 != 0 || (o.end - o.begin) % head_dim != 0) {
    throw_error<UsageError>(
        "[rotary] {} columns as heads of {}: an even number of dimensions that divides them", o.end - o.begin,
        head_dim);
  }
  if (!(o.base > 0 && std::isfinite(o.base)))
    throw_error<UsageError>("[rotary] base {}: must be a finite number above 0", o.base);
  return record("rotary", rotate_pairs(x.value(), head_dim, o, 1),
                {{x, [head_dim, o](const Array& g) { return rotate_pairs(g, head_dim, o, -1); }}});
}

}  // namespace heed
