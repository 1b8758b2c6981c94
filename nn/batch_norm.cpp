#include "nn/batch_norm.hpp"

#include "lib/array/elementwise.hpp"
#include "lib/core/error.hpp"
#include "nn/option_checks.hpp"

namespace heed::inline HEED_PRECISION {

BatchNorm2d::BatchNorm2d(std::int64_t channels, Options options)
    : weight(parameter("weight", Array::ones({channels}))),
      bias(parameter("bias", Array::zeros({channels}))),
      options_(options),
      running_mean_(buffer("running_mean", Array::zeros({channels}))),
      running_var_(buffer("running_var", Array::ones({channels}))),
      num_batches_tracked_(buffer("num_batches_tracked", Array::zeros({}))) {
  require_sizes("BatchNorm2d", {channels});
  has_points({""});
}

Variable BatchNorm2d::operator()(const Variable& x) const {
  if (x.rank() != 4) throw_error<ShapeError>("[batch_norm] x {}, not (B, C, H, W)", x.shape());
  if (!training())
    return point("", batch_norm(x, weight, bias,
                                {.eps = options_.eps, .statistics = {*running_mean_, *running_var_}}));
  ChannelStatistics found;
  const Variable y = batch_norm(x, weight, bias, {.eps = options_.eps, .used = &found});
  const auto n = static_cast<double>(values_a_channel(x.shape()));
  const auto share = static_cast<Scalar>(options_.momentum);
  const auto unbiased = static_cast<Scalar>(options_.momentum * n / (n - 1));
  *running_mean_ = *running_mean_ * (1 - share) + found.mean * share;
  *running_var_ = *running_var_ * (1 - share) + found.variance * unbiased;
  *num_batches_tracked_ = *num_batches_tracked_ + 1;
  return point("", y);
}

}  // namespace heed
