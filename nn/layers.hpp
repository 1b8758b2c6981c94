// The small layers: Linear, Embedding, norms, Dropout, convolutions. Names, shapes and defaults
// are PyTorch's, but for RMSNorm's eps (docs/numerics.md, "Where it departs"). A size below 1 throws
// UsageError that names the layer.
#pragma once

#include "autograd/ops.hpp"
#include "lib/array/random.hpp"
#include "nn/module.hpp"

namespace heed::inline HEED_PRECISION {

// ---- initial values of parameters, as torch.nn.init computes them; fan_in and fan_out of a matrix (out, in)
// are in and out ----

/// U(-a, a), a = √(6 / (fan_in + fan_out)) (Glorot & Bengio 2010). Throws ShapeError unless it is a matrix.
Array xavier_uniform(const Shape& shape, Rng& rng);
/// U(-1/√n, 1/√n): PyTorch's default for the weight and the bias of a Linear with n inputs.
Array uniform_fan_in(const Shape& shape, std::int64_t fan_in, Rng& rng);

/// How a parameter starts, for the options of modules: 0; N(0, 1); N(0, 0.02²), as in BERT and GPT-2; or as
/// the functions of these names.
enum class Init { zeros, normal, small_normal, uniform_fan_in, xavier_uniform };
/// Returns the first value of a parameter for n = fan_in inputs. zeros draws nothing.
Array initial_value(Init how, const Shape& shape, std::int64_t fan_in, Rng& rng);

// ---- layers ----

/// y = x Wᵀ + b:  weight (out, in), bias (out); x (…, in) -> (…, out).
class Linear : public Module {
 public:
  struct Options {
    bool bias = true;
    Init weight_init = Init::uniform_fan_in, bias_init = Init::uniform_fan_in;
    Variable shared_weight{};  // another module's (out, in): the output projection tied to an embedding
  };
  Linear(std::int64_t in, std::int64_t out, Rng& rng, Options options);
  Linear(std::int64_t in, std::int64_t out, Rng& rng) : Linear(in, out, rng, Options()) {}
  Variable operator()(const Variable& x) const { return point("", linear(x, weight, bias)); }

  Variable weight, bias;  // without a bias, `bias` is undefined
};

/// weight (V, C); ids (…) -> (…, C). The row of `padding_idx` starts at 0 and gets no gradient.
class Embedding : public Module {
 public:
  struct Options {
    std::int32_t padding_idx = -1;  // -1: none
    Scalar scale = 1;               // factor of the result: √d_model in the Transformer
    Init init = Init::normal;
    Variable shared_weight{};  // another embedding's
  };
  Embedding(std::int64_t vocabulary, std::int64_t dim, Rng& rng, Options options);
  Embedding(std::int64_t vocabulary, std::int64_t dim, Rng& rng)
      : Embedding(vocabulary, dim, rng, Options()) {}
  Variable operator()(const Tokens& ids) const {
    return point("", embedding(weight, ids, {.padding_idx = options_.padding_idx, .scale = options_.scale}));
  }

  Variable weight;

 private:
  Options options_;
};

/// Active in training mode only.
class Dropout : public Module {
 public:
  explicit Dropout(double p);
  Variable operator()(const Variable& x) const { return active_p() > 0 ? dropout(x, p_, rng()) : x; }
  /// p in training mode, else 0; and the generator: for ops that drop while they compute.
  double active_p() const { return training() ? p_ : 0; }
  using Module::rng;

 private:
  double p_;
};

/// weight (C) = 1, bias (C) = 0; over the last axis.
class LayerNorm : public Module {
 public:
  struct Options {
    double eps = 1e-5;
    bool bias = true;
  };
  LayerNorm(std::int64_t dim, Options options);
  explicit LayerNorm(std::int64_t dim, double eps = 1e-5) : LayerNorm(dim, Options{.eps = eps}) {}
  Variable operator()(const Variable& x) const {
    return point("", layer_norm(x, weight, used_bias(), {.eps = options_.eps}));
  }
  /// The end of a sub-layer: LayerNorm(x + dropout(sublayer)), as one op.
  Variable after_residual(const Variable& x, const Variable& sublayer, const Dropout& dropout) const {
    return point("",
                 residual_norm(x, sublayer, weight, used_bias(),
                               {.eps = options_.eps, .dropout = dropout.active_p(), .rng = &dropout.rng()}));
  }

  Variable weight, bias;  // without a bias, `bias` is undefined

 private:
  const Variable& used_bias() const { return bias.defined() ? bias : no_bias_; }
  Options options_;
  Variable no_bias_;  // a constant 0
};

/// weight (C) = 1; over the last axis.
class RMSNorm : public Module {
 public:
  explicit RMSNorm(std::int64_t dim, double eps = 1e-5);
  Variable operator()(const Variable& x) const { return point("", rms_norm(x, weight, {.eps = eps_})); }

  Variable weight;

 private:
  double eps_;
};

/// silu, also called swish, is that of Marian's models; torch.nn.Transformer takes it as a function.
enum class Activation { relu, gelu, silu };

/// The activation of each number.
Variable activate(Activation activation, const Variable& x);

/// FFN(x) = W₂ dropout(activation(W₁ x + b₁)) + b₂, at each position alone (Vaswani et al. 2017,
/// section 3.3). PyTorch keeps linear1 and linear2 in the encoder layer itself; so do the names here. `layer`
/// is the module that has them, and the point "activation": activation(W₁ x + b₁), before dropout.
Variable feed_forward(const Module& layer, const Variable& x, const Linear& linear1, const Linear& linear2,
                      Activation activation, const Dropout& dropout);

/// SwiGLU(x) = (silu(x Gᵀ) ∘ x Uᵀ) Dᵀ: the feed-forward network of today's language models (Shazeer 2020),
/// without biases. gate_proj.weight (hidden, C) is G, up_proj.weight (hidden, C) U, down_proj.weight
/// (C, hidden) D, as Hugging Face's Llama names them; PyTorch has no such module. x (…, C) -> (…, C).
class SwiGLU : public Module {
 public:
  SwiGLU(std::int64_t dim, std::int64_t hidden, Rng& rng);
  Variable operator()(const Variable& x) const {
    return point("", down_proj(silu(gate_proj(x)) * up_proj(x)));
  }

  Linear gate_proj, up_proj, down_proj;
};

/// (B, G, T, D) -> (B, G · times, T, D), each head `times` times side by side: keys and values that groups of
/// query heads share (Ainslie et al. 2023). It is torch.repeat_interleave(x, times, 1), and what enable_gqa
/// of PyTorch's attention does. Throws ShapeError for another rank, UsageError for less than one time.
Variable repeat_heads(const Variable& x, std::int64_t times);

/// weight (out, in, K), bias (out): x (B, in, T) -> (B, out, T').
class Conv1d : public Module {
 public:
  struct Options {
    std::int64_t stride = 1, padding = 0, dilation = 1;
    bool bias = true;
    /// All zeros stand before the first token, (K - 1) · dilation of them besides `padding`: no result sees a
    /// later token (WaveNet: van den Oord et al. 2016).
    bool causal = false;
  };
  Conv1d(std::int64_t in, std::int64_t out, std::int64_t kernel_size, Rng& rng, Options options);
  Conv1d(std::int64_t in, std::int64_t out, std::int64_t kernel_size, Rng& rng)
      : Conv1d(in, out, kernel_size, rng, Options()) {}
  Variable operator()(const Variable& x) const;

  Variable weight, bias;  // without a bias, `bias` is undefined

 private:
  Options options_;
};

/// weight (out, in, I, J), bias (out): x (B, in, H, W) -> (B, out, H', W').
class Conv2d : public Module {
 public:
  using Pair = std::array<std::int64_t, 2>;  // of rows and of columns
  struct Options {
    Pair stride{1, 1}, padding{0, 0}, dilation{1, 1};
    bool bias = true;
  };
  Conv2d(std::int64_t in, std::int64_t out, Pair kernel_size, Rng& rng, Options options);
  Conv2d(std::int64_t in, std::int64_t out, Pair kernel_size, Rng& rng)
      : Conv2d(in, out, kernel_size, rng, Options()) {}
  Variable operator()(const Variable& x) const;

  Variable weight, bias;

 private:
  Options options_;
};

/// weight (C) = 1, bias (C) = 0; x (B, C, H, W) -> (B, C, H, W). In training mode each channel is normalised
/// by the mean and variance of its batch, so that the examples of a batch see each other, and the running
/// ones follow; in evaluation mode by the running ones. Buffers: running_mean (C) = 0, running_var (C) = 1
/// (of unbiased variances), num_batches_tracked ().
class BatchNorm2d : public Module {
 public:
  struct Options {
    double eps = 1e-5;
    double momentum = 0.1;  // share of the newest batch in the running statistics
  };
  BatchNorm2d(std::int64_t channels, Options options);
  explicit BatchNorm2d(std::int64_t channels) : BatchNorm2d(channels, Options()) {}
  Variable operator()(const Variable& x) const;

  Variable weight, bias;

 private:
  Options options_;
  Buffer running_mean_, running_var_, num_batches_tracked_;
};

}  // namespace heed
