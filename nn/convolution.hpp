// Convolutions as modules. Names, shapes and defaults are PyTorch's.
#pragma once

#include "nn/layers.hpp"

namespace heed::inline HEED_PRECISION {

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

}  // namespace heed
