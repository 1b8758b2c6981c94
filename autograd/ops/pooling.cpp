#include "autograd/ops/pooling.hpp"

#include <limits>

#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// The windows of one op on x (B, C, H, W).
struct Pooling {
  Pooling(const char* op, const Variable& x, const PoolingOptions& o) {
    for (const std::size_t a : {0, 1}) {
      if (o.size[a] < 1 || o.stride[a] < 0 || o.padding[a] < 0 || 2 * o.padding[a] > o.size[a])
        throw_error<UsageError>(
            "[{}] a window of {}, stride {}, padding {}: at least 1, 0 and 0, and at most half", op,
            o.size[a], o.stride[a], o.padding[a]);
      window.size[a] = o.size[a];
      window.stride[a] = o.stride[a] == 0 ? o.size[a] : o.stride[a];
      window.before[a] = window.after[a] = o.padding[a];
    }
    // An image without pixels would have windows that lie in the padding alone.
    if (x.rank() != 4 || x.dim(2) < 1 || x.dim(3) < 1 || window.places(0, x.dim(2)) < 1 ||
        window.places(1, x.dim(3)) < 1)
      throw_error<ShapeError>(
          "[{}] x {}: needs (B, C, H, W) with pixels, and windows of {} by {} that fit into it", op,
          x.shape(), o.size[0], o.size[1]);
    height = x.dim(2), width = x.dim(3), planes = x.dim(0) * x.dim(1);
    shape = {x.dim(0), x.dim(1), window.places(0, height), window.places(1, width)};
  }
  /// body(place in the result, pixel of x) for each pixel in each window, plane by plane.
  template <typename Body>
  void for_each(Body body) const {
    parallel_for(planes, static_cast<double>(height * width * window.size[0] * window.size[1]),
                 [&](std::int64_t p) { plane(p, body); });
  }
  template <typename Body>
  void plane(std::int64_t p, Body& body) const {
    std::int64_t to = p * shape[2] * shape[3];
    for (std::int64_t y = 0; y < shape[2]; ++y) {
      for (std::int64_t x = 0; x < shape[3]; ++x, ++to) {
        for (std::int64_t i = 0; i < window.size[0]; ++i) {
          const std::int64_t row = y * window.stride[0] + i - window.before[0];
          for (std::int64_t j = 0; j < window.size[1]; ++j) {
            const std::int64_t column = x * window.stride[1] + j - window.before[1];
            if (row >= 0 && row < height && column >= 0 && column < width)
              body(to, (p * height + row) * width + column);
          }
        }
      }
    }
  }

  Window window;
  std::int64_t height, width, planes;
  Shape shape;
};

}  // namespace

// y_w = max of the window      dx_i = Σ g_w over the windows whose largest number i is
Variable max_pool2d(const Variable& x, PoolingOptions options) {
  const Computing computing("max_pool2d");
  const Pooling pooling("max_pool2d", x, options);
  Array y = Array::full(pooling.shape, -std::numeric_limits<Scalar>::infinity());
  Scalar* out = y.mutable_data();
  const Scalar* in = x.value().data();
  std::vector<std::int64_t> chosen(static_cast<std::size_t>(y.size()), -1);
  pooling.for_each([&](std::int64_t to, std::int64_t pixel) {
    std::int64_t& best = chosen[static_cast<std::size_t>(to)];
    const bool nan_stays = out[to] != out[to];
    if (best >= 0 && (nan_stays || !(in[pixel] > out[to] || in[pixel] != in[pixel]))) return;
    best = pixel, out[to] = in[pixel];
  });
  return record("max_pool2d", y,
                {{x, [pooling, chosen = std::move(chosen), shape = x.shape()](const Array& g) {
                    Array dx = Array::zeros(shape);
                    Scalar* d = dx.mutable_data();
                    const std::int64_t places = pooling.shape[2] * pooling.shape[3];
                    parallel_ranges(pooling.planes, static_cast<double>(places) * 2,
                                    [&](std::int64_t begin, std::int64_t end) {
                                      for (std::int64_t i = begin * places; i < end * places; ++i)
                                        d[chosen[static_cast<std::size_t>(i)]] += g.data()[i];
                                    });
                    return dx;
                  }}});
}

}  // namespace heed
