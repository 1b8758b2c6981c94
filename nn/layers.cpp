#include "nn/layers.hpp"

#include <algorithm>
#include <cmath>

#include "lib/core/error.hpp"
#include "nn/option_checks.hpp"

namespace heed::inline HEED_PRECISION {

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

namespace {
/// As the arithmetic sees it: 1e300 is infinite in float, 1e-300 is 0.
double checked_eps(double eps) {
  if (!(eps >= 0 && std::isfinite(static_cast<Scalar>(eps))))
    throw_error<UsageError>("layer_norm_eps {}: must be a finite number from 0", eps);
  return eps;
}
}  // namespace

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

}  // namespace heed
