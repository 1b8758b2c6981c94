#include "nn/layers.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "lib/array/elementwise.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// Throws UsageError for a layer with a size below 1: "Linear(0, 3): every size must be at least 1".
void require_sizes(const char* layer, std::initializer_list<std::int64_t> sizes) {
  if (std::ranges::all_of(sizes, [](std::int64_t size) { return size >= 1; })) return;
  throw_error<UsageError>("{}({}): every size must be at least 1", layer, fmt::join(sizes, ", "));
}

/// As the arithmetic sees it: 1e300 is infinite in float, 1e-300 is 0.
double checked_eps(double eps) {
  if (!(eps >= 0 && std::isfinite(static_cast<Scalar>(eps))))
    throw_error<UsageError>("layer_norm_eps {}: must be a finite number from 0", eps);
  return eps;
}

}  // namespace

Array xavier_uniform(const Shape& shape, Rng& rng) {
  const Computing computing("xavier_uniform");
  if (shape.rank() != 2) throw_error<ShapeError>("[xavier_uniform] shape {}, not that of a matrix", shape);
  const double a = std::sqrt(6 / static_cast<double>(shape[0] + shape[1]));
  return rng.uniform(shape, -a, a);
}

Array uniform_fan_in(const Shape& shape, std::int64_t fan_in, Rng& rng) {
  const Computing computing("uniform_fan_in");
  const double a = fan_in == 0 ? 0 : 1 / std::sqrt(static_cast<double>(fan_in));
  return rng.uniform(shape, -a, a);
}

Array initial_value(Init how, const Shape& shape, std::int64_t fan_in, Rng& rng) {
  switch (how) {
    case Init::normal:
      return rng.normal(shape);
    case Init::small_normal:
      return rng.normal(shape, 0, 0.02);
    case Init::uniform_fan_in:
      return uniform_fan_in(shape, fan_in, rng);
    case Init::xavier_uniform:
      return xavier_uniform(shape, rng);
    case Init::zeros:
      break;
  }
  return Array::zeros(shape);
}

Linear::Linear(std::int64_t in, std::int64_t out, Rng& rng, Options o)
    : weight(o.shared_weight.defined()
                 ? tie("weight", o.shared_weight)
                 : parameter("weight", initial_value(o.weight_init, {out, in}, in, rng))),
      bias(o.bias ? parameter("bias", initial_value(o.bias_init, {out}, in, rng)) : Variable()) {
  require_sizes("Linear", {in, out});
  if (const Shape shape{out, in}; weight.shape() != shape)
    throw_error<ShapeError>("[linear] a shared weight {}, not {}", weight.shape(), shape);
  has_points({""});
}

Embedding::Embedding(std::int64_t vocabulary, std::int64_t dim, Rng& rng, Options o)
    : weight(o.shared_weight.defined()
                 ? tie("weight", o.shared_weight)
                 : parameter("weight", initial_value(o.init, {vocabulary, dim}, dim, rng))),
      options_(o) {
  require_sizes("Embedding", {vocabulary, dim});
  if (const Shape shape{vocabulary, dim}; weight.shape() != shape)
    throw_error<ShapeError>("[embedding] a shared weight {}, not {}", weight.shape(), shape);
  if (o.padding_idx >= vocabulary)
    throw_error<UsageError>("[embedding] padding_idx {} is outside a vocabulary of {}", o.padding_idx,
                            vocabulary);
  has_points({""});
  if (o.padding_idx >= 0) std::fill_n(weight.mutable_data() + o.padding_idx * dim, dim, Scalar{0});
}

LayerNorm::LayerNorm(std::int64_t dim, Options options)
    : weight(parameter("weight", Array::ones({dim}))),
      bias(options.bias ? parameter("bias", Array::zeros({dim})) : Variable()),
      options_{checked_eps(options.eps), options.bias},
      no_bias_(options.bias ? Variable() : Variable(Array::zeros({dim}))) {
  require_sizes("LayerNorm", {dim});
  has_points({""});
}

RMSNorm::RMSNorm(std::int64_t dim, double eps) : weight(parameter("weight", Array::ones({dim}))), eps_(eps) {
  require_sizes("RMSNorm", {dim});
  has_points({""});
}

SwiGLU::SwiGLU(std::int64_t dim, std::int64_t hidden, Rng& rng)
    : gate_proj(child("gate_proj", Linear(dim, hidden, rng, {.bias = false}))),
      up_proj(child("up_proj", Linear(dim, hidden, rng, {.bias = false}))),
      down_proj(child("down_proj", Linear(hidden, dim, rng, {.bias = false}))) {
  has_points({""});
}

Variable repeat_heads(const Variable& x, std::int64_t times) {
  if (x.rank() != 4) throw_error<ShapeError>("[repeat_heads] x {}, not (B, G, T, D)", x.shape());
  if (times < 1) throw_error<UsageError>("[repeat_heads] {} times: must be at least 1", times);
  const std::int64_t batch = x.dim(0), heads = x.dim(1), length = x.dim(2), width = x.dim(3);
  const Variable ones(Array::ones({times, 1}));
  const Variable copies = reshape(x, {batch, heads, 1, length * width}) * ones;  // (B, G, times, T · D)
  return reshape(copies, {batch, heads * times, length, width});
}

Dropout::Dropout(double p) : p_(p) {
  if (!(p >= 0 && p < 1)) throw_error<UsageError>("dropout {}: must be at least 0 and below 1", p);
}

Variable activate(Activation activation, const Variable& x) {
  switch (activation) {
    case Activation::gelu:
      return gelu(x);
    case Activation::silu:
      return silu(x);
    case Activation::relu:
      break;
  }
  return relu(x);
}

Variable feed_forward(const Module& layer, const Variable& x, const Linear& linear1, const Linear& linear2,
                      Activation activation, const Dropout& dropout) {
  const bool seen =
      linear1.wanted("") != Module::Wanted::no || layer.wanted("activation") != Module::Wanted::no;
  if (activation == Activation::relu && linear1.bias.defined() && linear2.bias.defined() && !seen) {
    return linear2.point("", relu_feed_forward(x, linear1.weight, linear1.bias, linear2.weight, linear2.bias,
                                               {.dropout = dropout.active_p(), .rng = &dropout.rng()}));
  }
  return linear2(dropout(layer.point("activation", activate(activation, linear1(x)))));
}

Conv1d::Conv1d(std::int64_t in, std::int64_t out, std::int64_t kernel_size, Rng& rng, Options options)
    : weight(parameter("weight", uniform_fan_in({out, in, kernel_size}, in * kernel_size, rng))),
      bias(options.bias ? parameter("bias", uniform_fan_in({out}, in * kernel_size, rng)) : Variable()),
      options_(options) {
  require_sizes("Conv1d", {in, out, kernel_size});
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
}

Variable Conv2d::operator()(const Variable& x) const {
  return conv2d(x, weight, bias,
                {.stride = options_.stride,
                 .dilation = options_.dilation,
                 .before = options_.padding,
                 .after = options_.padding});
}

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
