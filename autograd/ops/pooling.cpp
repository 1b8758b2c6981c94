#include "autograd/ops/pooling.hpp"

#include <algorithm>
#include <limits>

#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

Window window_of(const Variable& x, const PoolingOptions& o) {
  Window w{.size = o.size};
  for (const std::size_t a : {0, 1}) {
    if (o.size[a] < 1 || o.stride[a] < 0 || o.padding[a] < 0 || 2 * o.padding[a] > o.size[a])
      throw_error<UsageError>(
          "[max_pool2d] a window of {}, stride {}, padding {}: at least 1, 0 and 0, and at most half",
          o.size[a], o.stride[a], o.padding[a]);
    w.stride[a] = o.stride[a] == 0 ? o.size[a] : o.stride[a];
    w.before[a] = w.after[a] = o.padding[a];
  }
  // An image without pixels would have windows that lie in the padding alone.
  if (x.rank() != 4 || x.dim(2) < 1 || x.dim(3) < 1 || w.places(0, x.dim(2)) < 1 || w.places(1, x.dim(3)) < 1)
    throw_error<ShapeError>(
        "[max_pool2d] x {}: needs (B, C, H, W) with pixels, and windows of {} by {} that fit into it",
        x.shape(), o.size[0], o.size[1]);
  return w;
}

}  // namespace

// y_w = max of the window      dx_i = Σ g_w over the windows whose largest number i is
Variable max_pool2d(const Variable& x, PoolingOptions options) {
  const Computing computing("max_pool2d");
  const Window w = window_of(x, options);
  const std::int64_t planes = x.dim(0) * x.dim(1), height = x.dim(2), width = x.dim(3);
  const Shape shape{x.dim(0), x.dim(1), w.places(0, height), w.places(1, width)};
  const std::int64_t columns = shape[3], places = shape[2] * columns;
  Array y = Array::full(shape, -std::numeric_limits<Scalar>::infinity());
  Scalar* out = y.mutable_data();
  const Scalar* in = x.value().data();
  std::vector<std::int64_t> chosen(static_cast<std::size_t>(y.size()), -1);
  const auto look_at = [&](std::int64_t to, std::int64_t pixel) {
    std::int64_t& best = chosen[static_cast<std::size_t>(to)];
    const bool nan_stays = out[to] != out[to];
    if (best >= 0 && (nan_stays || !(in[pixel] > out[to] || in[pixel] != in[pixel]))) return;
    best = pixel, out[to] = in[pixel];
  };
  parallel_for(planes, static_cast<double>(height * width * w.size[0] * w.size[1]), [&](std::int64_t plane) {
    for (std::int64_t place = 0; place < places; ++place) {
      const std::int64_t top = place / columns * w.stride[0] - w.before[0],
                         left = place % columns * w.stride[1] - w.before[1];
      const std::int64_t bottom = std::min(top + w.size[0], height),
                         right = std::min(left + w.size[1], width);
      for (std::int64_t row = std::max<std::int64_t>(top, 0); row < bottom; ++row) {
        for (std::int64_t column = std::max<std::int64_t>(left, 0); column < right; ++column)
          look_at(plane * places + place, (plane * height + row) * width + column);
      }
    }
  });
  return record("max_pool2d", y,
                {{x, [planes, places, chosen = std::move(chosen), full = x.shape()](const Array& g) {
                    Array dx = Array::zeros(full);
                    Scalar* d = dx.mutable_data();
                    parallel_ranges(planes, static_cast<double>(places) * 2,
                                    [&](std::int64_t begin, std::int64_t end) {
                                      for (std::int64_t i = begin * places; i < end * places; ++i)
                                        d[chosen[static_cast<std::size_t>(i)]] += g.data()[i];
                                    });
                    return dx;
                  }}});
}

}  // namespace heed
