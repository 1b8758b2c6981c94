#include "autograd/ops/batch_norm.hpp"

#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {

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
        if (into.needs(0)) into.add(0, d.x);
        if (into.needs(1)) into.add(1, d.weight);
        if (into.needs(2)) into.add(2, d.bias);
      });
}

}  // namespace heed
