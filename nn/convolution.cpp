#include "nn/convolution.hpp"

#include "nn/option_checks.hpp"

namespace heed::inline HEED_PRECISION {

Conv1d::Conv1d(std::int64_t in, std::int64_t out, std::int64_t kernel_size, Rng& rng, Options options)
    : weight(parameter("weight", uniform_fan_in({out, in, kernel_size}, in * kernel_size, rng))),
      bias(options.bias ? parameter("bias", uniform_fan_in({out}, in * kernel_size, rng)) : Variable()),
      options_(options) {
  require_sizes("Conv1d", {in, out, kernel_size});
  require_positive("Conv1d: the stride", options.stride);
  require_positive("Conv1d: the dilation", options.dilation);
}

Variable Conv1d::operator()(const Variable& x) const {
  const std::int64_t past = options_.causal ? (weight.dim(2) - 1) * options_.dilation : 0;
  return conv1d(x, weight, bias,
                {.stride = options_.stride,
                 .dilation = options_.dilation,
                 .before = options_.padding + past,
                 .after = options_.causal ? 0 : options_.padding});
}

Conv2d::Conv2d(std::int64_t in, std::int64_t out, Pair kernel_size, Rng& rng, Options options)
    : weight(parameter("weight", uniform_fan_in({out, in, kernel_size[0], kernel_size[1]},
                                                in * kernel_size[0] * kernel_size[1], rng))),
      bias(options.bias ? parameter("bias", uniform_fan_in({out}, in * kernel_size[0] * kernel_size[1], rng))
                        : Variable()),
      options_(options) {
  require_sizes("Conv2d", {in, out, kernel_size[0], kernel_size[1]});
  for (const std::int64_t stride : options.stride) require_positive("Conv2d: a stride", stride);
  for (const std::int64_t dilation : options.dilation) require_positive("Conv2d: a dilation", dilation);
}

Variable Conv2d::operator()(const Variable& x) const {
  return conv2d(x, weight, bias,
                {.stride = options_.stride,
                 .dilation = options_.dilation,
                 .before = options_.padding,
                 .after = options_.padding});
}

}  // namespace heed
