#include "nn/layers.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "nn/init.hpp"

namespace heed {

Linear::Linear(std::int64_t in, std::int64_t out, Rng& rng, Options options)
    : weight(parameter("weight", uniform_fan_in({out, in}, in, rng))),
      bias(options.bias ? parameter("bias", uniform_fan_in({out}, in, rng)) : Variable()) {}

Linear::Linear(const Variable& shared_weight, Rng& rng)
    : weight(tie("weight", shared_weight)),
      bias(parameter("bias", uniform_fan_in({shared_weight.dim(0)}, shared_weight.dim(1), rng))) {}

Embedding::Embedding(std::int64_t vocabulary, std::int64_t dim, Rng& rng, Options options)
    : weight(parameter("weight", rng.normal({vocabulary, dim}, 0, options.deviation))), options_(options) {
  if (options.padding_idx < 0) return;
  if (options.padding_idx >= vocabulary) {
    throw_error<UsageError>("[embedding] padding_idx {} is outside a vocabulary of {}", options.padding_idx,
                            vocabulary);
  }
  std::fill_n(weight.mutable_data() + options.padding_idx * dim, dim, Scalar{0});
}

Embedding::Embedding(const Variable& shared_weight, Options options)
    : weight(tie("weight", shared_weight)), options_(options) {}

LayerNorm::LayerNorm(std::int64_t dim, Options options)
    : weight(parameter("weight", Array::ones({dim}))),
      bias(options.bias ? parameter("bias", Array::zeros({dim})) : Variable()),
      options_(options),
      no_bias_(options.bias ? Variable() : Variable(Array::zeros({dim}))) {}

Dropout::Dropout(double p) : p_(p) {
  if (!(p >= 0 && p < 1)) throw_error<UsageError>("dropout {}: must be at least 0 and below 1", p);
}

Variable feed_forward(const Variable& x, const Linear& linear1, const Linear& linear2, Activation activation,
                      const Dropout& dropout) {
  if (activation == Activation::relu && linear1.bias.defined() && linear2.bias.defined()) {
    return relu_feed_forward(x, linear1.weight, linear1.bias, linear2.weight, linear2.bias,
                             {.dropout = dropout.active_p(), .rng = &dropout.rng()});
  }
  const Variable hidden = linear1(x);
  return linear2(dropout(activation == Activation::relu ? relu(hidden) : gelu(hidden)));
}

FeedForward::FeedForward(std::int64_t d_model, std::int64_t dim_feedforward, Rng& rng, Options options)
    : linear1(child("linear1", Linear(d_model, dim_feedforward, rng))),
      linear2(child("linear2", Linear(dim_feedforward, d_model, rng))),
      dropout_(child("dropout", Dropout(options.dropout))),
      activation_(options.activation) {
  seed_dropout(rng.fork(0));
}

}  // namespace heed
