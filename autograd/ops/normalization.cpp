#include "autograd/ops/normalization.hpp"

#include "autograd/dropout_stream.hpp"
#include "lib/array/normalization.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// The way back of a norm of rows (N, C) of x, of `shape`: to x, the weight and, where there are means, the
/// bias, which RMS norm has not. Where the rows are a sum with a sub-layer's result, it is the second input.
JointPullback norm_pullback(const Shape& shape, const Array& rows, const Array& weight,
                            const LayerNormResult& forward, std::size_t summands = 1,
                            const Dropped& dropped = {}) {
  return [=, statistics = LayerNormResult{{}, forward.mean, forward.inverse_root}](const Array& g,
                                                                                   Gradients& into) {
    const bool summed = summands == 2 && into.needs(1), wanted = summed || into.needs(0);
    Array dx = wanted ? Array(shape) : Array(), ds = summed && dropped.p > 0 ? Array(shape) : Array();
    const auto target = [&](std::size_t i) { return into.needs(i) ? into.target(i).zeroed() : nullptr; };
    layer_norm_backward_rows(rows, weight, statistics, g, wanted ? dx.mutable_data() : nullptr,
                             target(summands), statistics.mean.defined() ? target(summands + 1) : nullptr,
                             dropped, ds.defined() ? ds.mutable_data() : nullptr);
    if (summed) into.add(1, ds.defined() ? ds : dx);
    if (into.needs(0)) into.add(0, dx);
  };
}

}  // namespace

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
                      norm_pullback(x.shape(), rows, w, forward));
}

// z = x + D ∘ s, y = norm(z).      dx = dz      ds = D ∘ dz
Variable residual_norm(const Variable& x, const Variable& sublayer, const Variable& weight,
                       const Variable& bias, ResidualNormOptions options) {
  const Computing computing("residual_norm");
  if (weight.rank() != 1 || x.rank() < 1 || x.dim(-1) != weight.dim(0) || bias.shape() != weight.shape() ||
      sublayer.shape() != x.shape()) {
    throw_error<ShapeError>(
        "[residual_norm] x {}, sublayer {}, weight {}, bias {}: x and sublayer need one shape, weight "
        "and bias its last axis",
        x.shape(), sublayer.shape(), weight.shape(), bias.shape());
  }
  const Dropped dropped{.p = options.dropout,
                        .stream = dropout_stream("residual_norm", options.dropout, options.rng)};
  const Array w = weight.value();
  const ResidualNormResult forward =
      residual_norm_rows(x.value(), sublayer.value(), dropped, w, bias.value(), options.eps);
  return record_joint("residual_norm", forward.norm.y, {x, sublayer, weight, bias},
                      norm_pullback(x.shape(), forward.sum, w, forward.norm, 2, dropped));
}

// y = w x̂, x̂ = x r, r = 1 / √(mean(x²) + ε).      dx = r (gw - x̂ mean(gw x̂)), gw = g w      dw = Σ_rows g x̂
Variable rms_norm(const Variable& x, const Variable& weight, RmsNormOptions options) {
  const Computing computing("rms_norm");
  if (x.rank() < 1 || weight.shape() != Shape{x.dim(-1)})
    throw_error<ShapeError>("[rms_norm] x {}, weight {}: the weight must have the last axis of x", x.shape(),
                            weight.shape());
  const std::int64_t c = weight.size();
  const Array rows = x.value().reshape({c == 0 ? 0 : x.size() / c, c}), w = weight.value();
  const LayerNormResult forward = rms_norm_rows(rows, w, options.eps);
  return record_joint("rms_norm", forward.y.reshape(x.shape()), {x, weight},
                      norm_pullback(x.shape(), rows, w, forward));
}

Variable batch_norm(const Variable& x, const Variable& weight, const Variable& bias,
                    BatchNormOptions options) {
  const Computing computing("batch_norm");
  const bool given = options.statistics.mean.defined();
  const Shape channels{x.rank() < 2 ? 0 : x.dim(1)};
  if (x.rank() < 2 || weight.shape() != channels || bias.shape() != channels ||
      (given &&
       (options.statistics.mean.shape() != channels || options.statistics.variance.shape() != channels)))
    throw_error<ShapeError>("[batch_norm] x {}, weight {}, bias {}: needs (B, C, …) and twice (C,)",
                            x.shape(), weight.shape(), bias.shape());
  if (const std::int64_t values = values_a_channel(x.shape()); !given && values < 2)
    throw_error<ShapeError>("[batch_norm] x {}: a channel has {}, and so no variance", x.shape(),
                            values == 1 ? "a single value" : "no values");
  const Array X = x.value(), w = weight.value();
  const ChannelStatistics statistics = given ? options.statistics : channel_statistics(X);
  if (options.used != nullptr) *options.used = statistics;
  return record_joint(
      "batch_norm", normalise_channels(X, statistics, w, bias.value(), options.eps), {x, weight, bias},
      [X, w, statistics, eps = options.eps, from = given ? StatisticsFrom::constants : StatisticsFrom::batch](
          const Array& g, Gradients& into) {
        const ChannelNormGradients d = normalise_channels_backward(X, statistics, w, g, eps, from);
        into.add(0, d.x);
        into.add(1, d.weight);
        into.add(2, d.bias);
      });
}

}  // namespace heed
