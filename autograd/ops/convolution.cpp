#include "autograd/ops/convolution.hpp"

#include <algorithm>

#include "autograd/linear_products.hpp"
#include "autograd/ops/rearrange.hpp"
#include "lib/array/convolution.hpp"
#include "lib/array/layout.hpp"
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

}  // namespace heed
