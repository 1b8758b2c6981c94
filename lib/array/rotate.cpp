#include "lib/array/rotate.hpp"

#include <cmath>
#include <vector>

#include "lib/array/parallel.hpp"

namespace heed::inline HEED_PRECISION {

Array rotate_pairs(const Array& x, const Rotation& r, Turn turn) {
  Array y = x;
  Scalar* const out = y.mutable_data();
  const std::int64_t batch = x.dim(0), rows = x.dim(1), width = x.dim(2), points = r.head_dim / 2;
  std::vector<double> speeds;
  for (std::int64_t m = 0; m < points; ++m)
    speeds.push_back(std::pow(r.base, -2.0 * static_cast<double>(m) / static_cast<double>(r.head_dim)));
  const double cost = 40.0 * static_cast<double>(points) + static_cast<double>(batch * (r.end - r.begin));
  parallel_ranges(rows, cost, [&](std::int64_t first, std::int64_t last) {
    std::vector<Scalar> cosines(static_cast<std::size_t>(points)), sines(cosines);
    for (std::int64_t t = first; t < last; ++t) {
      for (std::size_t m = 0; m < cosines.size(); ++m) {
        const double angle = static_cast<double>(r.first_position + t) * speeds[m];
        cosines[m] = static_cast<Scalar>(std::cos(angle));
        sines[m] = static_cast<Scalar>(turn == Turn::forward ? std::sin(angle) : -std::sin(angle));
      }
      for (std::int64_t b = 0; b < batch; ++b) {
        Scalar* const row = out + (b * rows + t) * width;
        for (std::int64_t head = r.begin; head < r.end; head += r.head_dim) {
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

}  // namespace heed
