#include "autograd/ops/convolution.hpp"

#include <algorithm>
#include <limits>

#include "autograd/linear_products.hpp"
#include "autograd/ops/rearrange.hpp"
#include "lib/array/convolution.hpp"
#include "lib/array/layout.hpp"
#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {

namespace {

/// Describes what is convolved: along the last axes of the window, as many as x has beyond (B, C).
struct Convolution {
  const char *op, *shapes;
  std::size_t axes;
};
constexpr Convolution in_one{"conv1d", "(B, C, T) and (O, C, K)", 1},
    in_two{"conv2d", "(B, C, H, W) and (O, C, I, J)", 2};

void check(const Convolution& c, const Variable& x, const Variable& weight, const Variable& bias,
           const Window& w) {
  const auto rank = static_cast<std::int64_t>(c.axes) + 2;
  bool fits = x.rank() == rank && weight.rank() == rank && weight.dim(1) == x.dim(1);
  for (std::size_t a = 2 - c.axes; a < 2; ++a) {
    if (w.stride[a] < 1 || w.dilation[a] < 1 || w.before[a] < 0 || w.after[a] < 0)
      throw_error<UsageError>("[{}] stride {}, dilation {}, padding {} and {}: at least 1, 1, 0 and 0", c.op,
                              w.stride[a], w.dilation[a], w.before[a], w.after[a]);
    const auto axis = static_cast<int>(a + c.axes);
    fits = fits && weight.dim(axis) >= 1 && w.places(a, x.dim(axis)) >= 1;
  }
  if (!fits)
    throw_error<ShapeError>("[{}] x {} and weight {}: needs {} that fits into it", c.op, x.shape(),
                            weight.shape(), c.shapes);
  if (bias.defined() && bias.shape() != Shape{weight.dim(0)})
    throw_error<ShapeError>("[{}] weight {} needs a bias of shape ({},), not {}", c.op, weight.shape(),
                            weight.dim(0), bias.shape());
}

/// Images go in fixed groups, each with its own sum for the weight; the sums are added in order.
constexpr std::int64_t weight_groups = 8;

}  // namespace

// With X the columns of one image (unfold):  Y = W X + b      dX = Wᵀ G      dW = Σ_images G Xᵀ      db = Σ G
Variable conv2d(const Variable& x, const Variable& weight, const Variable& bias, Window window) {
  const Computing computing("conv2d");
  if (weight.rank() == 4) window.size = {weight.dim(2), weight.dim(3)};
  check(in_two, x, weight, bias, window);
  const std::int64_t batch = x.dim(0), channels = x.dim(1), height = x.dim(2), width = x.dim(3);
  const std::int64_t out = weight.dim(0), depth = channels * window.size[0] * window.size[1];
  const Shape shape{batch, out, window.places(0, height), window.places(1, width)};
  const std::int64_t places = shape[2] * shape[3], pixels = channels * height * width;
  const Array X = x.value(), W = weight.value();
  const Scalar* b = bias.defined() ? bias.value().data() : nullptr;

  Array y(shape);
  Scalar* result = y.mutable_data();
  parallel_chunks(batch, [&](std::int64_t image) {
    Array columns({depth, places});
    Scalar* rows = columns.mutable_data();
    unfold(X.data() + image * pixels, channels, height, width, window, rows);
    Scalar* to = result + image * out * places;
    for (std::int64_t o = 0; o < out; ++o)
      std::fill_n(to + o * places, places, b == nullptr ? Scalar{0} : b[o]);
    serial_gemm(out, places, depth, 1, {W.data(), stride_of(depth)}, {rows, places}, 1, to, places);
  });

  std::vector<Variable> inputs{x, weight};
  if (bias.defined()) inputs.push_back(bias);
  return record_joint(
      "conv2d", std::move(y), inputs, [=, has_bias = b != nullptr](const Array& g, Gradients& into) {
        Array dx = into.needs(0) ? Array::zeros(X.shape()) : Array();
        Scalar* d = dx.defined() ? dx.mutable_data() : nullptr;
        const std::int64_t together = std::max<std::int64_t>((batch + weight_groups - 1) / weight_groups, 1);
        const std::int64_t groups = (batch + together - 1) / together;
        Array sums = into.needs(1) ? Array::zeros({groups, out * depth}) : Array();
        Scalar* partial = sums.defined() ? sums.mutable_data() : nullptr;
        parallel_chunks(groups, [&](std::int64_t group) {
          Array columns({depth, places});
          Scalar* rows = columns.mutable_data();
          for (std::int64_t image = group * together; image < std::min(batch, (group + 1) * together);
               ++image) {
            const Scalar* up = g.data() + image * out * places;
            if (partial != nullptr) {
              unfold(X.data() + image * pixels, channels, height, width, window, rows);
              serial_gemm(out, depth, places, 1, {up, places}, {rows, places, true}, 1,
                          partial + group * out * depth, stride_of(depth));
            }
            if (d == nullptr) continue;
            serial_gemm(depth, places, out, 1, {W.data(), stride_of(depth), true}, {up, places}, 0, rows,
                        places);
            fold(rows, channels, height, width, window, d + image * pixels);
          }
        });
        if (d != nullptr) into.add(0, dx);
        if (partial != nullptr) into.add(1, sum(sums, {0}).reshape(W.shape()));
        if (has_bias && into.needs(2)) into.add(2, sum(g, {0, 2, 3}));
      });
}

Variable conv1d(const Variable& x, const Variable& weight, const Variable& bias, Conv1dOptions o) {
  const Window window{.size = {1, weight.rank() == 3 ? weight.dim(2) : 1},
                      .stride = {1, o.stride},
                      .dilation = {1, o.dilation},
                      .before = {0, o.before},
                      .after = {0, o.after}};
  check(in_one, x, weight, bias, window);
  const Variable y = conv2d(reshape(x, {x.dim(0), x.dim(1), 1, x.dim(2)}),
                            reshape(weight, {weight.dim(0), weight.dim(1), 1, weight.dim(2)}), bias, window);
  return reshape(y, {y.dim(0), y.dim(1), y.dim(3)});
}

// y_t = b + Σ_k w_k x_(t - K + 1 + k)      dx_t = Σ_k w_k g_(t + K - 1 - k)      dw_k = Σ_t g_t x_(t - K + 1
// + k)
Variable causal_depthwise_conv1d(const Variable& x, const Variable& weight, const Variable& bias) {
  const Computing computing("causal_depthwise_conv1d");
  if (x.rank() != 3 || weight.rank() != 2 || weight.dim(0) != x.dim(2) || weight.dim(1) < 1 ||
      bias.shape() != Shape{x.dim(2)})
    throw_error<ShapeError>(
        "[causal_depthwise_conv1d] x {}, weight {}, bias {}: needs (B, T, C), (C, K) and (C,)", x.shape(),
        weight.shape(), bias.shape());
  const Array X = x.value(), taps = transpose(weight.value());
  return record_joint("causal_depthwise_conv1d", depthwise_forward(X, taps, bias.value()), {x, weight, bias},
                      [=](const Array& g, Gradients& into) {
                        if (into.needs(0)) into.add(0, depthwise_input_gradient(taps, g));
                        if (!into.needs(1) && !into.needs(2)) return;
                        const DepthwiseGradients d = depthwise_weight_gradients(X, g, taps.dim(0));
                        if (into.needs(1)) into.add(1, transpose(d.taps));
                        if (into.needs(2)) into.add(2, d.bias);
                      });
}

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
